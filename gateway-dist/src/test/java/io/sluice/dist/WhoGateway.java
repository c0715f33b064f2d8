package io.sluice.dist;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.api.FilterFactory;
import io.sluice.config.ConfigLoader;
import io.sluice.plugin.FilterRegistry;
import io.sluice.server.Gateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import javax.net.ssl.SSLSocket;

/** A gateway in the test's JVM for one source of users, with a listener and a flow for each cell. */
final class WhoGateway implements AutoCloseable {

    private final WhoIdentity identity;
    private final WhoCredentials credentials;
    private final Gateway gateway;

    /** @param files where the credentials are */
    WhoGateway(WhoIdentity identity, WhoCredentials credentials, WhoNode node, Path files) throws Exception {
        this.identity = identity;
        this.credentials = credentials;
        String tls = identity.isShownInHandshake()
                ? "tls: { certificate: own.pem, key: own.key, clients: { ca: ca.pem } }, "
                : "";
        StringBuilder flows = new StringBuilder();
        StringBuilder listeners = new StringBuilder();
        for (WhoTenants tenants : WhoTenants.values()) {
            for (WhoLimits limits : WhoLimits.values()) {
                String name = name(tenants, limits);
                flows.append("  " + name + ": { filters: [" + identity.filters(credentials.port(identity))
                        + tenants.filter(identity) + limits.filter(name) + "], relay: { cluster: primary } }\n");
                listeners.append("  - { name: " + name + ", bind: \"127.0.0.1:0\", " + tls + "routes: [{ flow: " + name
                        + " }] }\n");
            }
        }
        String yaml = """
                admin: { enabled: false }
                process: { eventLoops: 1, drain: 1s }
                clusters:
                  primary:
                    nodes: ["%s"]
                    discovery: { enabled: false }
                    auth: { username: gateway, password: secret, inject: true }
                flows:
                %slisteners:
                %s""".formatted(node.address(), flows, listeners);
        FilterRegistry registry = FilterRegistry.of(ServiceLoader.load(FilterFactory.class).stream()
                .map(ServiceLoader.Provider::get)
                .toArray(FilterFactory<?>[]::new));
        var loaded = new ConfigLoader(Map.of()).parse(yaml, files.resolve("gateway.yml"), plugins -> registry);
        this.gateway = Gateway.start(loaded.config(), loaded.filters(), new SimpleMeterRegistry(), files);
    }

    private static String name(WhoTenants tenants, WhoLimits limits) {
        return (tenants + "-" + limits).toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The status of the answer to a request of a user, in which somebody has forged what is not the cell's own. */
    int send(WhoTenants tenants, WhoLimits limits, WhoAsks asks, String more) throws Exception {
        return send(tenants, limits, asks, asks.user(), credentials.header(identity, asks.user()) + more);
    }

    /** The same with credentials that somebody has made who is not the user. */
    int sendForged(WhoTenants tenants, WhoLimits limits, WhoAsks asks) throws Exception {
        return send(tenants, limits, asks, "", credentials.forged(identity));
    }

    private int send(WhoTenants tenants, WhoLimits limits, WhoAsks asks, String shown, String headers)
            throws Exception {
        int port =
                Objects.requireNonNull(gateway.address(name(tenants, limits))).getPort();
        try (Socket socket = new Socket()) {
            socket.bind(new InetSocketAddress(InetAddress.getByName(asks.address()), 0));
            socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            socket.setSoTimeout(60_000);
            if (!identity.isShownInHandshake()) {
                return exchange(socket, tenants, asks, headers);
            }
            try (SSLSocket secure =
                    (SSLSocket) credentials.sockets(shown).createSocket(socket, "127.0.0.1", port, true)) {
                return exchange(secure, tenants, asks, headers);
            }
        }
    }

    private static int exchange(Socket socket, WhoTenants tenants, WhoAsks asks, String headers) throws IOException {
        String head = "GET " + tenants.path(asks) + " HTTP/1.1\r\nHost: " + tenants.host(asks) + "\r\nX-Tenant: "
                + tenants.header(asks) + "\r\nX-Team: " + asks.team() + "\r\n" + headers
                + "X-Forwarded-For: 203.0.113.9\r\nForwarded: for=203.0.113.9\r\nRemote-User: mallory\r\nRemote-Org: evil\r\n"
                + "X-User: mallory\r\nes-security-runas-user: mallory\r\nX-Client-Cert: CN=mallory\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 200".length()));
    }

    @Override
    public void close() {
        gateway.close();
    }
}

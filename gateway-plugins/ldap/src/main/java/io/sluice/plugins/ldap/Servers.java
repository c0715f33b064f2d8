package io.sluice.plugins.ldap;

import com.unboundid.ldap.sdk.ExtendedResult;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.extensions.StartTLSExtendedRequest;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.TrustedAuthorities;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Connects to several servers, and knows which of them failed last. Thread-safe. */
final class Servers {

    /** An entry may be large, an answer without end must not be. */
    private static final int LONGEST_MESSAGE = 1 << 20;

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final LdapConfig config;
    private final List<Server> all;
    private final SSLContext tls;
    private final Watchdog watchdog;
    private final AtomicLong failures = new AtomicLong();

    /** One of them. */
    static final class Server {
        private final URI url;
        /** Which one of all failures was its last; 0 for none. */
        private volatile long failed;

        private Server(URI url) {
            this.url = url;
        }
    }

    /** A server in a row. */
    private record Place(Server server, long failed) {}

    /** @throws IOException if the authorities cannot be read */
    Servers(LdapConfig config, Watchdog watchdog) throws IOException {
        this.config = config;
        this.all = config.urls().stream().map(Server::new).toList();
        this.tls = TrustedAuthorities.of(config.ca());
        this.watchdog = watchdog;
    }

    /** All of them, as configured. */
    List<Server> all() {
        return all;
    }

    /** All of them, in the order in which they are to be asked: those last that failed last, else as configured. */
    List<Server> inTurn() {
        return all.stream()
                .map(server -> new Place(server, server.failed))
                .sorted(Comparator.comparingLong(Place::failed))
                .map(Place::server)
                .toList();
    }

    /** Has a server asked after all others, until another one fails. */
    void failed(Server server) {
        server.failed = failures.incrementAndGet();
    }

    /**
     * A new connection to a server that answers.
     *
     * @param account that the connection logs in with; null for none
     * @throws LDAPException if it was not reached, or what it said
     */
    Link open(Server server, @Nullable ServiceAccount account, Deadline deadline) throws LDAPException {
        URI url = server.url;
        String host = url.getHost().startsWith("[")
                ? url.getHost().substring(1, url.getHost().length() - 1)
                : url.getHost();
        int port = url.getPort() < 0 ? (config.ldaps() ? 636 : 389) : url.getPort();
        KeptSocket socket = new KeptSocket(host, config.ldaps() ? verifiedTls() : null, deadline.millis());
        LDAPConnection connection = new LDAPConnection(socket, options(deadline));
        try {
            watchdog.within(deadline, socket, () -> connect(connection, host, port, deadline));
            Link link = new Link(connection, socket, watchdog, Deadline.after(LIFETIME));
            if (account == null) {
                link.probe(deadline);
            } else {
                link.bindAs(account.dn(), account.password().value().getBytes(StandardCharsets.UTF_8), deadline);
            }
            return link;
        } catch (LDAPException | RuntimeException e) {
            connection.closeWithoutUnbind();
            throw e;
        }
    }

    private LDAPConnection connect(LDAPConnection connection, String host, int port, Deadline deadline)
            throws LDAPException {
        connection.connect(host, port, deadline.millis());
        if (config.startTls()) {
            startTls(connection, deadline);
        }
        return connection;
    }

    // One for each connection: the library locks it during handshakes.
    private VerifiedTls verifiedTls() {
        return new VerifiedTls(tls.getSocketFactory());
    }

    private static LDAPConnectionOptions options(Deadline deadline) {
        LDAPConnectionOptions options = new LDAPConnectionOptions();
        options.setConnectTimeoutMillis(deadline.millis());
        options.setResponseTimeoutMillis(deadline.millis());
        options.setUseSynchronousMode(true);
        options.setFollowReferrals(false);
        options.setBindWithDNRequiresPassword(true);
        options.setMaxMessageSize(LONGEST_MESSAGE);
        options.setUseLinger(false, 0);
        return options;
    }

    // A server that refuses is one that fails: nothing is said in the clear.
    private void startTls(LDAPConnection connection, Deadline deadline) throws LDAPException {
        StartTLSExtendedRequest request = new StartTLSExtendedRequest(verifiedTls());
        request.setResponseTimeoutMillis(deadline.millis());
        ExtendedResult result = connection.processExtendedOperation(request);
        if (!result.getResultCode().equals(ResultCode.SUCCESS)) {
            throw new LDAPException(result);
        }
    }
}

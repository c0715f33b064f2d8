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
import java.util.List;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Connects to one of several servers: to the one that answered last, and if that fails to the others in their order.
 * Thread-safe.
 */
final class Servers {

    /** An entry may be large, an answer without end must not be. */
    private static final int LONGEST_MESSAGE = 1 << 20;

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final LdapConfig config;
    private final List<URI> urls;
    private final SSLContext tls;
    private final Watchdog watchdog;
    private volatile int preferred;

    /** @throws IOException if the authorities cannot be read */
    Servers(LdapConfig config, Watchdog watchdog) throws IOException {
        this.config = config;
        this.urls = config.urls();
        this.tls = TrustedAuthorities.of(config.ca());
        this.watchdog = watchdog;
    }

    /**
     * A new connection to a server that answers.
     *
     * @param account that the connection logs in with; null for none
     * @throws LDAPException if no server was reached, with what the last one said
     */
    Link connect(@Nullable ServiceAccount account, Deadline deadline) throws LDAPException {
        int first = preferred;
        LDAPException last = new LDAPException(ResultCode.TIMEOUT, "no time is left to connect");
        for (int i = 0; i < urls.size() && !deadline.isOver(); i++) {
            int server = (first + i) % urls.size();
            try {
                Link link = open(urls.get(server), account, deadline.atMost(config.connectTimeout()));
                preferred = server;
                return link;
            } catch (LDAPException e) {
                last = e;
            }
        }
        throw last;
    }

    private Link open(URI url, @Nullable ServiceAccount account, Deadline deadline) throws LDAPException {
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

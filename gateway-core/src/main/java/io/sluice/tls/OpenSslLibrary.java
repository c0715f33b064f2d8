package io.sluice.tls;

import io.netty.handler.ssl.OpenSsl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The native library of OpenSSL, loaded when somebody first asks for it. Safe from any thread. */
final class OpenSslLibrary {
    private static final Logger LOG = LoggerFactory.getLogger(OpenSslLibrary.class);
    private static final @Nullable String PROBLEM = load();

    private OpenSslLibrary() {}

    private static @Nullable String load() {
        Throwable cause = OpenSsl.unavailabilityCause();
        if (cause == null) {
            return null;
        }
        String problem = HandshakeFailures.reason(cause);
        LOG.atInfo().addKeyValue("reason", problem).log("OpenSSL did not load; TLS is the JDK's, which takes more CPU");
        return problem;
    }

    /** Why it did not load; null if it did. */
    static @Nullable String problem() {
        return PROBLEM;
    }
}

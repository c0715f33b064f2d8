package io.sluice.tls;

import io.netty.handler.ssl.SslProvider;
import java.util.List;
import java.util.Set;

/** The code that encrypts. */
public enum TlsProvider {
    /** OpenSSL where it loads and takes the keys, else the JDK. */
    AUTO,
    /** The JDK's own. */
    JDK,
    /** OpenSSL, in the form of BoringSSL. */
    OPENSSL;

    private static final Set<String> KEYS = Set.of("RSA", "EC");

    /** Whether it can be used in this process; the first call for {@link #OPENSSL} loads its library. Safe from any thread. */
    public boolean loads() {
        return this != OPENSSL || OpenSslLibrary.problem() == null;
    }

    /** Netty's name of what serves the keys. */
    SslProvider with(List<KeyedChain> chains) {
        boolean openSsl = switch (this) {
            case JDK -> false;
            case OPENSSL -> true;
            case AUTO ->
                chains.stream().allMatch(chain -> KEYS.contains(chain.key().getAlgorithm()))
                        && OpenSslLibrary.problem() == null;
        };
        return openSsl ? SslProvider.OPENSSL : SslProvider.JDK;
    }
}

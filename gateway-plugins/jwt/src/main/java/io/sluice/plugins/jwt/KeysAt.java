package io.sluice.plugins.jwt;

import io.sluice.api.Key;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Where a JWK set is. */
public sealed interface KeysAt {

    /** A file, which may be replaced at any time. */
    record File(
            @Key("the file, relative to the configuration file")
            Path path) implements KeysAt {}

    /** A server of the issuer. */
    record Url(
            @Key("the address; https, or http on this machine")
            URI address,

            @Key(
                    value =
                            "PEM file with the authorities that the server's certificate is checked by; left out: those of the JDK",
                    content = true)
            @Nullable Path ca)
            implements KeysAt {

        public Url {
            String scheme = String.valueOf(address.getScheme());
            String host = address.getHost();
            boolean local = "localhost".equals(host) || "127.0.0.1".equals(host) || "[::1]".equals(host);
            if (host == null
                    || address.getRawUserInfo() != null
                    || !(scheme.equals("https") || scheme.equals("http"))) {
                throw new IllegalArgumentException("not an http or https address: " + address);
            }
            if (scheme.equals("http") && !local) {
                throw new IllegalArgumentException("keys that come by http could be anybody's; use https: " + address);
            }
            if (ca != null && scheme.equals("http")) {
                throw new IllegalArgumentException("ca is for https only");
            }
        }
    }
}

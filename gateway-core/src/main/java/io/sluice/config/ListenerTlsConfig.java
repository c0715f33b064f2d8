package io.sluice.config;

import io.sluice.api.Key;
import io.sluice.tls.TlsContexts;
import java.nio.file.Path;
import java.util.List;

/** TLS on a listener. */
public record ListenerTlsConfig(
        @Key("PEM file with the certificate chain") Path certificate,
        @Key("PEM file with the private key, PKCS#8") Path key,

        @Key(value = "protocol versions", def = "[TLSv1.3, TLSv1.2]")
        List<String> protocols) {

    public ListenerTlsConfig {
        protocols = List.copyOf(protocols);
        Checks.check(
                !protocols.isEmpty() && TlsContexts.PROTOCOLS.containsAll(protocols),
                "protocols are TLSv1.3 and TLSv1.2");
    }
}

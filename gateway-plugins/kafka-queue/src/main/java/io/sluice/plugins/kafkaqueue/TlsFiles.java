package io.sluice.plugins.kafkaqueue;

import io.sluice.api.Key;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files for TLS to Kafka's servers. Names in servers' certificates are always checked. */
public record TlsFiles(
        @Key("PEM file with the authorities that servers' certificates are checked by; left out: those of the JDK")
        @Nullable Path ca,

        @Key("PEM file with the gateway's certificate and its chain, where the servers ask for one") @Nullable Path certificate,

        @Key("PEM file with the key of that certificate (PKCS #8)") @Nullable Path key) {

    public TlsFiles {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("certificate and key go together");
        }
    }
}

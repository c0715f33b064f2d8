package io.sluice.config;

import io.sluice.api.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Certificates that a listener asks its clients for. */
public record ClientCertificatesConfig(
        @Key("PEM file with the authorities that sign clients' certificates")
        Path ca,

        @Key(
                "file with lists of revoked certificates (CRL), PEM or DER; certificates whose authority has no valid list there are"
                        + " not accepted")
        @Nullable Path crl,

        @Key(value = "whether clients without a certificate are turned away in the handshake", def = "true")
        boolean required) {

    /** The files that it names. */
    List<Path> files() {
        return Stream.of(ca, crl).filter(Objects::nonNull).toList();
    }
}

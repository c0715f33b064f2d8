package io.sluice.config;

import io.sluice.api.Key;
import java.nio.file.Path;

/** One of a listener's certificates. */
public record CertificateConfig(
        @Key("PEM file with the certificate chain") Path certificate,
        @Key("PEM file with the private key, PKCS#8") Path key) {}

package io.sluice.filters.certificate;

import io.sluice.api.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the filter {@code client-certificate} takes from a certificate. */
public record ClientCertificateConfig(
        @Key(
                value = "where the user's name is: the first of these parts that the certificate has",
                def = "[common_name]")
        List<CertificatePart> name,

        @Key("claims to keep for later filters: their name, and the part of the certificate with their values")
        Map<String, CertificatePart> claims,

        @Key(value = "whether a request without a certificate passes, without a user", def = "false")
        boolean optional) {

    public ClientCertificateConfig {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name needs a part of the certificate");
        }
        name = List.copyOf(name);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }
}

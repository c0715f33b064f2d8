package io.sluice.filters.certificate;

import io.sluice.api.Principal;
import io.sluice.api.check.DecodedText;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Reads who certificates belong to, and remembers it: each connection shows its own with every request. Safe from any thread. */
final class Subjects {
    /** Only certificates that an authority has signed come here, so this needs no order of eviction. */
    private static final int REMEMBERED = 1_000;

    static final String REALM = "client-certificate";

    private final ClientCertificateConfig config;
    private final ConcurrentMap<X509Certificate, Optional<Principal>> known = new ConcurrentHashMap<>();

    Subjects(ClientCertificateConfig config) {
        this.config = config;
    }

    /** The owner; empty if the certificate has no name that can be used. */
    Optional<Principal> of(X509Certificate certificate) {
        Optional<Principal> found = known.get(certificate);
        if (found == null) {
            found = read(certificate);
            if (known.size() >= REMEMBERED) {
                known.clear();
            }
            known.put(certificate, found);
        }
        return found;
    }

    private Optional<Principal> read(X509Certificate certificate) {
        try {
            Map<String, List<String>> claims = new LinkedHashMap<>();
            config.claims().forEach((claim, part) -> claims.put(claim, usable(part.of(certificate))));
            return name(certificate).map(name -> new Principal(name, REALM, claims));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    // Two names would be two users.
    private Optional<String> name(X509Certificate certificate) {
        return config.name().stream()
                .map(part -> usable(part.of(certificate)))
                .filter(values -> !values.isEmpty())
                .findFirst()
                .filter(values -> values.size() == 1)
                .map(List::getFirst);
    }

    private static List<String> usable(List<String> values) {
        for (String value : values) {
            if (!DecodedText.isName(value)) {
                throw new IllegalArgumentException("a name is blank, or not text that can be shown");
            }
        }
        return values;
    }
}

package io.sluice.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An authenticated client. Immutable.
 *
 * @param name the user's name, never empty
 * @param realm which filter vouches for it, for instance {@code basic-auth}
 * @param claims what that filter vouches for besides, for instance {@code roles}; each has one value or more
 */
public record Principal(String name, String realm, Map<String, List<String>> claims) {
    public Principal {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a principal needs a name");
        }
        Map<String, List<String>> copied = new LinkedHashMap<>();
        claims.forEach((claim, values) -> {
            if (!values.isEmpty()) {
                copied.put(claim, List.copyOf(values));
            }
        });
        claims = Collections.unmodifiableMap(copied);
    }

    /** A client without claims. */
    public Principal(String name, String realm) {
        this(name, realm, Map.of());
    }

    /** The values of a claim; empty if there is none of that name. */
    public List<String> claim(String name) {
        return claims.getOrDefault(name, List.of());
    }
}

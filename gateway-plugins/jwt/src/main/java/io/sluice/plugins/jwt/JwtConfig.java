package io.sluice.plugins.jwt;

import io.sluice.api.Challenge;
import io.sluice.api.Key;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which tokens the filter {@code jwt} believes, and what it takes from them. */
public record JwtConfig(
        @Key("where the public keys are, as a JWK set") KeysAt keys,

        @Key("the issuer that a token must name (iss)") String issuer,

        @Key("audiences of which a token must name one (aud)")
        List<String> audience,

        @Key(
                value =
                        "signature algorithms that are accepted: RS256 to RS512, PS256 to PS512, ES256 to ES512, EdDSA; left out: RS256, ES256 and EdDSA",
                some = true)
        List<Algorithm> algorithms,

        @Key(value = "how far the clocks of issuer and gateway may be apart", def = "30s")
        Duration clockSkew,

        @Key(value = "the claim with the user's name", def = "sub")
        String name,

        @Key(
                "claims to keep for later filters: the name that they use, and the token's claim, with full stops between its members, or in its name")
        Map<String, String> claims,

        @Key(value = "whether a request without a bearer token passes, without a user", def = "false")
        boolean optional,

        @Key(value = "the realm that clients are shown", def = "sluice")
        String realm,

        @Key(value = "whether the Authorization header is forwarded to the cluster", def = "false")
        boolean forwardAuthorization,

        @Key(value = "how often the keys are read again", def = "1m")
        Duration refreshEvery,

        @Key(value = "how long keys count that could not be read again", def = "1h")
        Duration keepFor,

        @Key(value = "how many verified tokens are remembered", def = "10000")
        int cacheSize,

        @Key(value = "how many tokens may wait for their check; above it clients get 429", def = "64")
        int maxPending) {

    private static final List<Algorithm> USUAL = List.of(Algorithm.RS256, Algorithm.ES256, Algorithm.EDDSA);

    public JwtConfig {
        Challenge.of("Bearer", realm);
        if (issuer.isEmpty() || name.isEmpty()) {
            throw new IllegalArgumentException("issuer and name must not be empty");
        }
        if (audience.isEmpty() || audience.contains("")) {
            throw new IllegalArgumentException(
                    "audience needs an entry, or tokens for any other service would do here");
        }
        if (clockSkew.isNegative() || clockSkew.compareTo(Duration.ofMinutes(10)) > 0) {
            throw new IllegalArgumentException("clockSkew must be 0s to 10m");
        }
        if (!refreshEvery.isPositive() || keepFor.compareTo(refreshEvery) < 0) {
            throw new IllegalArgumentException("refreshEvery must be longer than 0, and keepFor not shorter than it");
        }
        if (cacheSize < 1 || maxPending < 1) {
            throw new IllegalArgumentException("cacheSize and maxPending must be at least 1");
        }
        audience = List.copyOf(audience);
        algorithms = algorithms.isEmpty() ? USUAL : List.copyOf(algorithms);
        claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }

    /** Signatures with a public key; a shared secret or none at all cannot be configured. */
    public enum Algorithm {
        RS256,
        RS384,
        RS512,
        PS256,
        PS384,
        PS512,
        ES256,
        ES384,
        ES512,
        EDDSA;

        /** As tokens name it (RFC 7518, 8037). */
        String registered() {
            return this == EDDSA ? "EdDSA" : name();
        }
    }
}

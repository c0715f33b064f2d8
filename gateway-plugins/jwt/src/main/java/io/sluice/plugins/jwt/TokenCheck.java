package io.sluice.plugins.jwt;

import io.sluice.api.Principal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.jwt.consumer.JwtContext;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;
import org.jose4j.lang.UnresolvableKeyException;
import org.jspecify.annotations.Nullable;

/** Checks tokens against keys and configuration. A check takes up to some hundred microseconds. Thread-safe. */
final class TokenCheck {

    static final String REALM = "jwt";
    /** An expiry may be beyond what an Instant can hold. */
    private static final Duration LONGEST_REMEMBERED = Duration.ofDays(1);
    /** The part that is the signature; those before are JSON. */
    private static final int SIGNATURE = 2;

    private final JwtConfig config;
    private final InstantSource clock;
    private final AlgorithmConstraints algorithms;

    /** What a check finds. */
    sealed interface Finding {

        /** The token is right; it is remembered. */
        record Verified(Principal principal) implements Finding {}

        /** No key of the set is the token's, or no keys could be read: then the set is null. */
        record UnknownKey(@Nullable KeySet set) implements Finding {}

        /** Too many tokens wait; nothing was checked. */
        record Busy() implements Finding {}

        /** The token was right, but its time is over. */
        record Expired() implements Finding {}

        /** Anything else. */
        record Wrong() implements Finding {}
    }

    TokenCheck(JwtConfig config, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.algorithms = new AlgorithmConstraints(
                AlgorithmConstraints.ConstraintType.PERMIT,
                config.algorithms().stream()
                        .map(JwtConfig.Algorithm::registered)
                        .toArray(String[]::new));
    }

    Finding check(String token, KeySet keys) {
        if (!isPlain(token)) {
            return new Finding.Wrong();
        }
        Instant now = clock.instant();
        JwtConsumer consumer = new JwtConsumerBuilder()
                .setJwsAlgorithmConstraints(algorithms)
                .setVerificationKeyResolver((signed, around) ->
                        resolver(keys, signed.getAlgorithmHeaderValue()).resolveKey(signed, around))
                .setExpectedIssuer(config.issuer())
                .setExpectedAudience(config.audience().toArray(String[]::new))
                .setRequireExpirationTime()
                .setAllowedClockSkewInSeconds((int) config.clockSkew().toSeconds())
                .setEvaluationTime(NumericDate.fromSeconds(now.getEpochSecond()))
                .build();
        try {
            JwtContext context = consumer.process(token);
            JwtClaims claims = context.getJwtClaims();
            Principal principal = principal(claims);
            if (principal == null || needsMore(context)) {
                return new Finding.Wrong();
            }
            long expires = claims.getExpirationTime().getValue();
            long remembered = Math.min(expires, now.plus(LONGEST_REMEMBERED).getEpochSecond());
            keys.remember(token, principal, Instant.ofEpochSecond(remembered).plus(config.clockSkew()));
            return new Finding.Verified(principal);
        } catch (InvalidJwtException e) {
            return e.hasExpired()
                    ? new Finding.Expired()
                    : e.getCause() instanceof UnresolvableKeyException
                            ? new Finding.UnknownKey(keys)
                            : new Finding.Wrong();
        } catch (MalformedClaimException e) {
            return new Finding.Wrong();
        }
    }

    // The library takes a key that is meant for another algorithm (RFC 7517, 4.4).
    private static JwksVerificationKeyResolver resolver(KeySet keys, String algorithm) {
        JwksVerificationKeyResolver resolver = new JwksVerificationKeyResolver(keys.keys().stream()
                .filter(key -> key.getAlgorithm() == null || key.getAlgorithm().equals(algorithm))
                .toList());
        resolver.setDisambiguateWithVerifySignature(true);
        return resolver;
    }

    // The library also reads padding, spare bits and bytes that are no UTF-8: one token would have many spellings, and
    // several names would become one.
    private static boolean isPlain(String token) {
        String[] parts = token.split("\\.", -1);
        try {
            for (int i = 0; i < parts.length; i++) {
                byte[] bytes = Base64.getUrlDecoder().decode(parts[i]);
                if (!Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(bytes)
                        .equals(parts[i])) {
                    return false;
                }
                if (i < SIGNATURE) {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
                }
            }
            return true;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return false;
        }
    }

    // No extension is understood here (RFC 7515, 4.1.11), not even those that the library takes.
    private static boolean needsMore(JwtContext context) {
        return context.getJoseObjects().stream()
                .anyMatch(each -> each.getHeaders().getObjectHeaderValue("crit") != null);
    }

    private @Nullable Principal principal(JwtClaims claims) {
        Object name = claims.getClaimValue(config.name());
        if (!(name instanceof String text)
                || text.isBlank()
                || !isWhole(text)
                || text.chars().anyMatch(Character::isISOControl)) {
            return null;
        }
        Map<String, List<String>> kept = new LinkedHashMap<>();
        for (Map.Entry<String, String> claim : config.claims().entrySet()) {
            Object named = claims.getClaimsMap().get(claim.getValue());
            Object within = within(claims.getClaimsMap(), claim.getValue());
            if (named != null && within != null && !named.equals(within)) {
                return null;
            }
            kept.put(claim.getKey(), values(named == null ? within : named));
        }
        boolean whole = kept.values().stream().flatMap(List::stream).allMatch(TokenCheck::isWhole);
        return whole ? new Principal(text, REALM, kept) : null;
    }

    // JSON can escape one half of a surrogate pair. In UTF-8 that becomes a question mark, which is another name.
    private static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    // Claims with an address for a name ("https://acme.example/roles") have full stops of their own. A token with both
    // would say two things: one of them may be what the user has written.
    private static @Nullable Object within(Map<String, Object> claims, String path) {
        Object at = claims;
        for (String member : path.split("\\.")) {
            at = at instanceof Map<?, ?> map ? map.get(member) : null;
        }
        return at;
    }

    // Of a list with anything else nothing is kept: one of two tenants would be the only one.
    private static List<String> values(@Nullable Object value) {
        List<String> values = new ArrayList<>();
        for (Object each : value instanceof List<?> list ? list : value == null ? List.of() : List.of(value)) {
            if (each instanceof String || each instanceof Number || each instanceof Boolean) {
                values.add(each.toString());
            } else {
                return List.of();
            }
        }
        return values;
    }
}

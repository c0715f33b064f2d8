package io.sluice.plugins.jwt;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.sluice.api.Principal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * One state of the issuer's keys, and the tokens that were verified with it: keys that go take their tokens along.
 * Thread-safe.
 */
final class KeySet {

    private final List<JsonWebKey> keys;
    private final Cache<String, Verified> verified;
    private volatile Instant confirmed;

    private record Verified(Principal principal, Instant until) {}

    private KeySet(List<JsonWebKey> keys, int remembered, Instant confirmed) {
        this.keys = keys;
        this.confirmed = confirmed;
        this.verified = Caffeine.newBuilder()
                .maximumSize(remembered)
                .executor(Runnable::run)
                .build();
    }

    /**
     * Reads a JWK set. Keys of kinds that are not known are left out (RFC 7517, 5).
     *
     * @param remembered how many verified tokens are remembered
     * @throws IllegalArgumentException if it is none, or has no key that can check a signature
     */
    static KeySet parse(String text, int remembered, Instant now) {
        List<JsonWebKey> keys;
        try {
            keys = new JsonWebKeySet(text).getJsonWebKeys();
        } catch (JoseException e) {
            throw new IllegalArgumentException("not a JWK set", e);
        } catch (ClassCastException e) {
            // The library casts the member unseen. What the cast says is of use to nobody.
            throw new IllegalArgumentException("not a JWK set: keys must be a list of objects");
        }
        List<JsonWebKey> usable = keys.stream().filter(KeySet::checksSignatures).toList();
        if (usable.isEmpty()) {
            throw new IllegalArgumentException("the JWK set has no public key for signatures");
        }
        return new KeySet(usable, remembered, now);
    }

    // A shared secret (oct) has no place in a set that anybody may read.
    private static boolean checksSignatures(JsonWebKey key) {
        return !key.getKeyType().equals("oct") && !"enc".equals(key.getUse());
    }

    List<JsonWebKey> keys() {
        return keys;
    }

    /** Whether both have the same keys, in whatever order the issuer wrote them. */
    boolean hasKeysOf(KeySet other) {
        return described().equals(other.described());
    }

    // Whatever belongs to a key may decide what it is good for.
    private Set<Map<String, Object>> described() {
        return keys.stream()
                .map(key -> key.toParams(JsonWebKey.OutputControlLevel.PUBLIC_ONLY))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The issuer still has these keys. */
    void confirm(Instant now) {
        confirmed = now;
    }

    /** When the issuer was last known to have these keys. */
    Instant confirmed() {
        return confirmed;
    }

    /** The user of a token that was verified before and has not expired; null if there is none. */
    @Nullable Principal known(String token, Instant now) {
        Verified found = verified.getIfPresent(token);
        return found != null && now.isBefore(found.until()) ? found.principal() : null;
    }

    void remember(String token, Principal principal, Instant until) {
        verified.put(token, new Verified(principal, until));
    }
}

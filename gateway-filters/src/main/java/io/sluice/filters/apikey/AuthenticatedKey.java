package io.sluice.filters.apikey;

import io.sluice.api.Principal;
import io.sluice.filters.apikey.ClusterKeys.UserName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@code GET /_security/_authenticate} answers about a key. An answer that does not speak of this very key is none: something
 * between the gateway and the cluster may log in by itself, whatever the header says. Stateless.
 */
final class AuthenticatedKey {

    /** The claim with the name of the user whose key it is; every key has it. */
    static final String OWNER = "owner";

    private AuthenticatedKey() {}

    /** Whose key it is; empty if the answer does not say that. */
    static Optional<Principal> principal(Map<String, @Nullable Object> answer, ApiKey key, UserName user) {
        String owner = text(answer.get("username"));
        boolean usable = Boolean.TRUE.equals(answer.get("enabled"))
                && "api_key".equals(answer.get("authentication_type"))
                && owner != null
                && isOf(key, answer);
        if (!usable || owner == null) {
            return Optional.empty();
        }
        Map<String, List<String>> claims = new LinkedHashMap<>();
        claims.put(OWNER, List.of(owner));
        String name = answer.get("api_key") instanceof Map<?, ?> about ? text(about.get("name")) : null;
        if (name != null) {
            claims.put("key_name", List.of(name));
        }
        return Optional.of(new Principal(user == UserName.ID ? key.id() : owner, KeyLine.REALM, claims));
    }

    // Older servers say that it was a key, not which.
    private static boolean isOf(ApiKey key, Map<String, @Nullable Object> answer) {
        if (answer.get("api_key") instanceof Map<?, ?> about) {
            return key.id().equals(about.get("id"));
        }
        return !answer.containsKey("api_key")
                && answer.get("authentication_realm") instanceof Map<?, ?> realm
                && "_es_api_key".equals(realm.get("type"));
    }

    private static @Nullable String text(@Nullable Object value) {
        return value instanceof String text && !text.isBlank() && text.chars().noneMatch(Character::isISOControl)
                ? text
                : null;
    }
}

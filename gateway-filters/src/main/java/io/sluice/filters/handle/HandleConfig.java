package io.sluice.filters.handle;

import io.sluice.api.Key;
import io.sluice.api.Secret;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** How ids of scrolls, points in time and asynchronous searches are sealed. */
public record HandleConfig(
        @Key(
                "keys of 32 bytes in base64; the first one seals, all of them open; without keys, handles end with the process")
        List<Secret> keys,

        @Key(value = "how long a handle can be used", def = "24h")
        Duration lifetime) {

    public HandleConfig {
        keys = List.copyOf(keys);
        for (Secret key : keys) {
            if (decode(key).length != HandleSealer.KEY_BYTES) {
                throw new IllegalArgumentException("a key of handles has 32 bytes, written in base64");
            }
        }
        if (lifetime.isNegative() || lifetime.isZero()) {
            throw new IllegalArgumentException("the lifetime of handles must be positive");
        }
    }

    /** The keys' bytes. */
    public List<byte[]> bytes() {
        return keys.stream().map(HandleConfig::decode).toList();
    }

    private static byte[] decode(Secret key) {
        try {
            return Base64.getDecoder().decode(key.value());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a key of handles is not base64", e);
        }
    }
}

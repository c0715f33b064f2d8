package io.sluice.filters.handle;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Seals the cluster's ids of what is open with AES-GCM over owner, kind, expiry and id, so that a handle opens only for the owner
 * and purpose it was made for. The first key seals, every key opens. Thread-safe.
 */
public final class HandleSealer {

    /** Length of a key in bytes. */
    public static final int KEY_BYTES = 32;

    /** Every handle has more characters than this. */
    public static final int MIN_LENGTH = 48;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int EXPIRY_BYTES = 8;
    private static final byte VERSION = 2;
    private static final int OWNER_AT = 1 + NONCE_BYTES;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final List<SecretKey> keys;
    private final Duration lifetime;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * Makes a sealer.
     *
     * @param keys of 32 bytes each; if there is none, a random one is used for the lifetime of this sealer
     * @param lifetime after which a handle can no longer be opened; longer than the cluster keeps any scroll
     */
    public HandleSealer(List<byte[]> keys, Duration lifetime, InstantSource clock) {
        this.lifetime = lifetime;
        this.clock = clock;
        List<byte[]> all = keys.isEmpty() ? List.of(draw(KEY_BYTES)) : keys;
        for (byte[] key : all) {
            if (key.length != KEY_BYTES) {
                throw new IllegalArgumentException("a key has 32 bytes, not " + key.length);
            }
        }
        this.keys = all.stream()
                .<SecretKey>map(key -> new SecretKeySpec(key, "AES"))
                .toList();
    }

    private byte[] draw(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /**
     * Seals an id for an owner: whatever determines what a search may see, such as a tenant in one layout. The handle begins
     * with what stands before the owner's first slash, so that its tenant is known before it is opened.
     *
     * @param owner the tenant, or nothing, optionally followed by a slash and more
     */
    public String seal(String owner, HandleKind kind, String id) {
        byte[] nonce = draw(NONCE_BYTES);
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer plain = ByteBuffer.allocate(EXPIRY_BYTES + text.length);
        plain.putLong(clock.instant().plus(lifetime).getEpochSecond()).put(text);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce, owner, kind)
                    .doFinal(plain.array());
            byte[] tenant = tenantOf(owner).getBytes(StandardCharsets.US_ASCII);
            return ENCODER.encodeToString(ByteBuffer.allocate(OWNER_AT + 1 + tenant.length + sealed.length)
                    .put(VERSION)
                    .put(nonce)
                    .put((byte) tenant.length)
                    .put(tenant)
                    .put(sealed)
                    .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no AES-GCM", e);
        }
    }

    private static String tenantOf(String owner) {
        int slash = owner.indexOf('/');
        return slash < 0 ? owner : owner.substring(0, slash);
    }

    private static Cipher cipher(int mode, SecretKey key, byte[] nonce, String owner, HandleKind kind)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(new byte[] {VERSION, kind.code()});
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Opens a handle; null if it is not one, was altered, has expired, or was made for another owner or purpose. */
    public @Nullable String open(String owner, HandleKind kind, String handle) {
        byte[] bytes = decoded(handle);
        if (bytes == null || !tenantOf(owner).equals(tenantIn(bytes))) {
            return null;
        }
        int sealedAt = OWNER_AT + 1 + bytes[OWNER_AT];
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(bytes, 1, nonce, 0, NONCE_BYTES);
        for (SecretKey key : keys) {
            try {
                byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce, owner, kind)
                        .doFinal(bytes, sealedAt, bytes.length - sealedAt);
                return unexpired(plain);
            } catch (GeneralSecurityException e) {
                // sealed with another key, or not sealed at all: try the next key
            }
        }
        return null;
    }

    /** The tenant that a handle claims, proven only if it opens for that tenant; null if it is not a handle. */
    public @Nullable String tenant(String handle) {
        byte[] bytes = decoded(handle);
        return bytes == null ? null : tenantIn(bytes);
    }

    /** The bytes of a string with the form of a handle; null for anything else. */
    private static byte @Nullable [] decoded(String handle) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(handle);
        } catch (IllegalArgumentException e) {
            return null;
        }
        int rest = bytes.length - OWNER_AT - 1 - TAG_BITS / Byte.SIZE - EXPIRY_BYTES;
        return rest >= 0 && bytes[0] == VERSION && bytes[OWNER_AT] >= 0 && bytes[OWNER_AT] <= rest ? bytes : null;
    }

    private static String tenantIn(byte[] bytes) {
        return new String(bytes, OWNER_AT + 1, bytes[OWNER_AT], StandardCharsets.US_ASCII);
    }

    private @Nullable String unexpired(byte[] plain) {
        long expiry = ByteBuffer.wrap(plain).getLong();
        boolean valid = clock.instant().getEpochSecond() <= expiry;
        return valid ? new String(plain, EXPIRY_BYTES, plain.length - EXPIRY_BYTES, StandardCharsets.UTF_8) : null;
    }
}

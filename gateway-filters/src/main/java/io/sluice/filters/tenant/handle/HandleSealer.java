package io.sluice.filters.tenant.handle;

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
 * Seals the cluster's ids of scrolls and points in time with AES-GCM over owner, kind, expiry and id, so that a handle opens for
 * the owner and the purpose it was made for, and for nobody else. The first key seals, every key opens. Thread-safe.
 */
public final class HandleSealer {

    /** How many bytes a key has. */
    public static final int KEY_BYTES = 32;

    /** A handle has more characters than this. */
    public static final int MIN_LENGTH = 48;

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int EXPIRY_BYTES = 8;
    private static final byte VERSION = 1;
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final List<SecretKey> keys;
    private final Duration lifetime;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * Makes a sealer.
     *
     * @param keys of 32 bytes each; where there is none, one is drawn that dies with this sealer
     * @param lifetime after which a handle opens no more; longer than the cluster keeps any scroll
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

    /** Seals an id for an owner: a tenant in one layout, since what a search may see hangs on both. */
    public String seal(String owner, HandleKind kind, String id) {
        byte[] nonce = draw(NONCE_BYTES);
        byte[] text = id.getBytes(StandardCharsets.UTF_8);
        ByteBuffer plain = ByteBuffer.allocate(EXPIRY_BYTES + text.length);
        plain.putLong(clock.instant().plus(lifetime).getEpochSecond()).put(text);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, keys.getFirst(), nonce, owner, kind)
                    .doFinal(plain.array());
            return ENCODER.encodeToString(ByteBuffer.allocate(1 + nonce.length + sealed.length)
                    .put(VERSION)
                    .put(nonce)
                    .put(sealed)
                    .array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no AES-GCM", e);
        }
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
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(handle);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (bytes.length < 1 + NONCE_BYTES + TAG_BITS / Byte.SIZE + EXPIRY_BYTES || bytes[0] != VERSION) {
            return null;
        }
        byte[] nonce = new byte[NONCE_BYTES];
        System.arraycopy(bytes, 1, nonce, 0, NONCE_BYTES);
        for (SecretKey key : keys) {
            try {
                byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce, owner, kind)
                        .doFinal(bytes, 1 + NONCE_BYTES, bytes.length - 1 - NONCE_BYTES);
                return unexpired(plain);
            } catch (GeneralSecurityException e) {
                // sealed with another key, or not sealed at all: the next key may tell
            }
        }
        return null;
    }

    private @Nullable String unexpired(byte[] plain) {
        long expiry = ByteBuffer.wrap(plain).getLong();
        boolean valid = clock.instant().getEpochSecond() <= expiry;
        return valid ? new String(plain, EXPIRY_BYTES, plain.length - EXPIRY_BYTES, StandardCharsets.UTF_8) : null;
    }
}

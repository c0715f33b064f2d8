package io.sluice.bulk.hash;

/**
 * Hashes of 64 bits over the UTF-16 units of texts, in the manner of FNV-1a (Fowler, Noll and Vo, with units in the place of octets): for telling
 * documents of one client apart, where equal hashes of different ones do no harm. Whoever chooses the texts can choose two with equal hashes;
 * where they are of several clients, {@link SecretHash} tells them apart. Stateless.
 */
public final class TextHash {

    /** The hash of no text. */
    public static final long NONE = 0xcbf29ce484222325L;

    private static final long PRIME = 0x100000001b3L;

    private TextHash() {}

    /** The hash of what was hashed before and a text. */
    public static long add(long hash, String text) {
        long sum = hash;
        for (int i = 0; i < text.length(); i++) {
            sum = (sum ^ text.charAt(i)) * PRIME;
        }
        return sum;
    }
}

package io.sluice.bulk.hash;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Draws ids of 20 characters, as long as Elasticsearch's own, with a wanted hash. The first 16 characters are random, the last
 * four count up; each combination is tried once, so that no two ids with the same beginning are equal. For one thread.
 */
public final class TargetedIds {

    private static final byte[] ALPHABET = alphabet();
    private static final int RANDOM = 16;
    private static final int LENGTH = 20;
    private static final int PAIRS = ALPHABET.length * ALPHABET.length;

    /** Two letters each, as hashes take them. */
    private static final int[] LETTERS = letters();
    /** The same, as they are mixed into hashes. */
    private static final int[] SCRAMBLED =
            Arrays.stream(LETTERS).map(RoutingHash::scramble).toArray();

    private final SecureRandom random;
    private final byte[] id = new byte[LENGTH];
    private RoutingHash.Beginning fixed = RoutingHash.Beginning.EMPTY;
    private RoutingHash.Beginning beginning = RoutingHash.Beginning.EMPTY;
    /** Which pair of letters comes next before the last one, and as the last one. */
    private int slow = PAIRS;

    private int fast = PAIRS;

    /** Draws beginnings from there. */
    public TargetedIds(SecureRandom random) {
        this.random = random;
    }

    private static byte[] alphabet() {
        byte[] letters = new byte[64];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".charAt(i);
        }
        return letters;
    }

    private static int[] letters() {
        int[] letters = new int[PAIRS];
        Arrays.setAll(letters, i -> ALPHABET[i & 63] | ALPHABET[i >> 6] << Character.SIZE);
        return letters;
    }

    /**
     * The next id.
     *
     * @return its ASCII characters, valid until the next call
     */
    public byte[] draw(HashRange wanted) {
        while (true) {
            int start = beginning.hash();
            for (int i = fast; i < PAIRS; i++) {
                if (wanted.has(RoutingHash.ofScrambled(start, SCRAMBLED[i], LENGTH))) {
                    fast = i + 1;
                    pair(RANDOM + 2, LETTERS[i]);
                    return id;
                }
            }
            next();
        }
    }

    private void next() {
        fast = 0;
        if (slow == PAIRS) {
            slow = 0;
            begin();
        }
        int letters = LETTERS[slow++];
        pair(RANDOM, letters);
        beginning = fixed.and(letters & 0xff, letters >> Character.SIZE);
    }

    private void begin() {
        byte[] drawn = new byte[RANDOM];
        random.nextBytes(drawn);
        fixed = RoutingHash.Beginning.EMPTY;
        for (int i = 0; i < RANDOM; i += 2) {
            id[i] = ALPHABET[drawn[i] & 63];
            id[i + 1] = ALPHABET[drawn[i + 1] & 63];
            fixed = fixed.and(id[i], id[i + 1]);
        }
    }

    private void pair(int at, int letters) {
        id[at] = (byte) letters;
        id[at + 1] = (byte) (letters >> Character.SIZE);
    }
}

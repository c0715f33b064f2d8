package io.sluice.filters.apikey;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The keys of one state of a file. Immutable; finding one takes a hash and no more, so it is done on event loops. */
final class KeyList {

    private static final Finding WRONG = new Finding.Wrong();
    private static final Finding EXPIRED = new Finding.Expired();
    private static final Finding UNKNOWN = new Finding.UnknownId();

    private final Map<String, Entry> keys;
    /** Stands for keys that are not there. */
    private final byte[] nobody = new byte[32];

    private record Entry(KeyLine line, Finding known) {}

    private KeyList(Map<String, Entry> keys) {
        this.keys = keys;
        new SecureRandom().nextBytes(nobody);
    }

    /**
     * Reads a file: a {@link KeyLine} for each key; empty lines and those that start with {@code #} are skipped.
     *
     * @throws IllegalArgumentException if it is not UTF-8, a line is malformed or two have one id; the message has the line's number
     */
    static KeyList parse(byte[] bytes) {
        Map<String, Entry> keys = new HashMap<>();
        String[] lines = text(bytes).split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            String line = lines[i].strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(line, i + 1, keys);
            }
        }
        return new KeyList(Map.copyOf(keys));
    }

    private static String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("the file is not UTF-8", e);
        }
    }

    private static void add(String text, int number, Map<String, Entry> keys) {
        KeyLine line;
        try {
            line = KeyLine.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("line " + number + " " + e.getMessage(), e);
        }
        if (keys.put(line.id(), new Entry(line, new Finding.Known(line.principal()))) != null) {
            throw new IllegalArgumentException("line " + number + " has the id of an earlier line");
        }
    }

    int size() {
        return keys.size();
    }

    /** What is known of a key. That there is none of the id takes as long to find as that the secret is another. */
    Finding find(ApiKey key, Instant now) {
        Entry entry = keys.get(key.id());
        byte[] expected = entry == null ? nobody : entry.line().secretHash();
        boolean same = MessageDigest.isEqual(key.secretHash(), expected);
        if (entry == null) {
            return UNKNOWN;
        }
        if (!same) {
            return WRONG;
        }
        // Only who has the secret learns that it has expired.
        return entry.line().isExpired(now) ? EXPIRED : entry.known();
    }
}

package io.sluice.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** An ordered set of at most 64 member names, prepared for looking up UTF-8 without allocation. Immutable: keep it in a constant. */
public final class JsonNames {

    private static final int MAX_SIZE = 64;
    private static final JsonNames NONE = new JsonNames(List.of());

    private final List<String> names;
    private final byte[][] utf8;
    // One bit for every length, modulo 64, that a name has: most names of a text fail here.
    private final long lengths;
    // The first name of each slot, and of each name the next one in its slot; -1 for none.
    private final byte[] slots;
    private final byte[] next;

    private JsonNames(List<String> names) {
        this.names = names;
        this.utf8 = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        long bits = 0;
        for (byte[] name : utf8) {
            bits |= 1L << name.length;
        }
        this.lengths = bits;
        this.slots = new byte[Math.max(1, Integer.highestOneBit(utf8.length) * 4)];
        this.next = new byte[utf8.length];
        Arrays.fill(slots, (byte) -1);
        for (int i = utf8.length - 1; i >= 0; i--) {
            int slot = slot(utf8[i], 0, utf8[i].length);
            next[i] = slots[slot];
            slots[slot] = (byte) i;
        }
    }

    private int slot(byte[] bytes, int offset, int length) {
        int ends = length == 0 ? 0 : bytes[offset] + 31 * bytes[offset + length - 1];
        return ends + 7 * length & slots.length - 1;
    }

    /**
     * Makes a set of names.
     *
     * @throws IllegalArgumentException if a name stands twice, has an unpaired surrogate, or there are more than 64
     */
    public static JsonNames of(String... names) {
        if (names.length > MAX_SIZE || Set.copyOf(Arrays.asList(names)).size() != names.length) {
            throw new IllegalArgumentException("at most 64 different names: " + Arrays.toString(names));
        }
        for (String name : names) {
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
                throw new IllegalArgumentException("a name has an unpaired surrogate: " + name);
            }
        }
        return new JsonNames(List.of(names));
    }

    /** The empty set. */
    public static JsonNames none() {
        return NONE;
    }

    /** The names in the order given. */
    public List<String> asList() {
        return names;
    }

    public boolean isEmpty() {
        return utf8.length == 0;
    }

    /** The position of a name, given decoded and in UTF-8; -1 if it is not in the set. */
    public int indexOf(byte[] bytes, int offset, int length) {
        if ((lengths & 1L << length) == 0) {
            return -1;
        }
        for (int i = slots[slot(bytes, offset, length)]; i >= 0; i = next[i]) {
            byte[] name = utf8[i];
            if (name.length == length && Arrays.equals(name, 0, length, bytes, offset, offset + length)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return names.toString();
    }
}

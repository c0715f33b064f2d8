package io.sluice.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** An ordered set of at most 64 member names, prepared for looking up UTF-8 without allocation. Immutable: keep it in a constant. */
public final class JsonNames {

    private static final int MAX_SIZE = 64;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** Spreads the bits of a number over its upper half: 2^64 divided by the golden ratio. */
    private static final long MIX = 0x9E3779B97F4A7C15L;

    private static final JsonNames NONE = new JsonNames(List.of());

    private final List<String> names;
    private final byte[][] utf8;
    // One bit for each length of a name, modulo 64: most names of a text are ruled out here.
    private final long lengths;
    // The first and the last eight bytes of each name; a name of at most eight bytes stands in both.
    private final long[] firsts;
    private final long[] lasts;
    // The first name of each slot, and the name that follows each name in its slot; -1 for none.
    private final byte[] slots;
    private final byte[] next;

    private JsonNames(List<String> names) {
        this.names = names;
        this.utf8 = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.firsts = new long[utf8.length];
        this.lasts = new long[utf8.length];
        this.slots = new byte[Math.max(1, Integer.highestOneBit(utf8.length) * 4)];
        this.next = new byte[utf8.length];
        Arrays.fill(slots, (byte) -1);
        long bits = 0;
        for (int i = utf8.length - 1; i >= 0; i--) {
            byte[] name = utf8[i];
            bits |= 1L << name.length;
            firsts[i] = first(name, 0, name.length);
            lasts[i] = last(name, 0, name.length, firsts[i]);
            int slot = slot(firsts[i], lasts[i]);
            next[i] = slots[slot];
            slots[slot] = (byte) i;
        }
        this.lengths = bits;
    }

    private static long first(byte[] bytes, int offset, int length) {
        if (offset + Long.BYTES <= bytes.length) {
            long eight = (long) LONGS.get(bytes, offset);
            return length >= Long.BYTES ? eight : eight & (1L << length * Byte.SIZE) - 1;
        }
        long few = 0;
        for (int i = length - 1; i >= 0; i--) {
            few = few << Byte.SIZE | bytes[offset + i] & 0xff;
        }
        return few;
    }

    private static long last(byte[] bytes, int offset, int length, long first) {
        return length > Long.BYTES ? (long) LONGS.get(bytes, offset + length - Long.BYTES) : first;
    }

    private int slot(long first, long last) {
        return (int) ((first * MIX + last) * MIX >>> Integer.SIZE) & slots.length - 1;
    }

    /**
     * Makes a set of names.
     *
     * @throws IllegalArgumentException if a name occurs twice, has an unpaired surrogate, or there are more than 64
     */
    public static JsonNames of(String... names) {
        if (names.length > MAX_SIZE || Set.copyOf(Arrays.asList(names)).size() != names.length) {
            throw new IllegalArgumentException("at most 64 different names: " + Arrays.toString(names));
        }
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        for (String name : names) {
            if (!encoder.canEncode(name)) {
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
        long first = first(bytes, offset, length);
        long last = last(bytes, offset, length, first);
        for (int i = slots[slot(first, last)]; i >= 0; i = next[i]) {
            if (firsts[i] == first && lasts[i] == last && isSameBetween(utf8[i], bytes, offset, length)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isSameBetween(byte[] name, byte[] bytes, int offset, int length) {
        return name.length == length
                && (length <= 2 * Long.BYTES || Arrays.equals(name, 0, length, bytes, offset, offset + length));
    }

    @Override
    public String toString() {
        return names.toString();
    }
}

package io.sluice.api;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, written {@code 512B}, {@code 64KiB}, {@code 16MiB} or {@code 1GiB} in configurations.
 *
 * @param bytes not negative
 */
public record ByteSize(long bytes) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18})\\s*(b|kib|mib|gib)?");

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size cannot be negative: " + bytes);
        }
    }

    /**
     * Reads a size; a bare number counts bytes, units are powers of 1024.
     *
     * @throws IllegalArgumentException if the text is not of that form, or the size does not fit a long
     */
    public static ByteSize parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a size, expected for example 64KiB, 16MiB or 1GiB: " + text);
        }
        String unit = matcher.group(2) == null ? "b" : matcher.group(2);
        int shift = switch (unit) {
            case "kib" -> 10;
            case "mib" -> 20;
            case "gib" -> 30;
            default -> 0;
        };
        try {
            return new ByteSize(Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("the size is too large: " + text, e);
        }
    }

    /** The size as an int, the largest int where it is larger. */
    public int saturatedInt() {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    @Override
    public String toString() {
        for (int shift = 30; shift > 0; shift -= 10) {
            if (bytes != 0 && (bytes & (1L << shift) - 1) == 0) {
                return (bytes >> shift) + (shift == 30 ? "GiB" : shift == 20 ? "MiB" : "KiB");
            }
        }
        return bytes + "B";
    }
}

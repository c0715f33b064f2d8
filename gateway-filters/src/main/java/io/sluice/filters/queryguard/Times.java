package io.sluice.filters.queryguard;

import java.util.Locale;

/** Reads times as servers do. Stateless. */
final class Times {

    /** What a value counts that sets no limit. */
    static final long ENDLESS = Long.MAX_VALUE;

    private Times() {}

    /**
     * The time in milliseconds, rounded up; {@link #ENDLESS} for a negative one, which switches limits off.
     *
     * @throws IllegalArgumentException if servers refuse it
     */
    static long millis(String text) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        if (lower.chars().allMatch(c -> c == '0') && !lower.isEmpty()) {
            return 0;
        }
        if (lower.equals("-1")) {
            return ENDLESS;
        }
        int digits = lower.length();
        while (digits > 0 && !Character.isDigit(lower.charAt(digits - 1))) {
            digits--;
        }
        String unit = lower.substring(digits).strip();
        long number;
        try {
            number = Long.parseLong(lower.substring(0, digits).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a time has a whole number and a unit", e);
        }
        if (number < 0) {
            return ENDLESS;
        }
        return switch (unit) {
            case "nanos" -> up(number, 1_000_000);
            case "micros" -> up(number, 1_000);
            case "ms" -> number;
            case "s" -> times(number, 1_000);
            case "m" -> times(number, 60_000);
            case "h" -> times(number, 3_600_000);
            case "d" -> times(number, 86_400_000);
            default -> throw new IllegalArgumentException("a time has one of the units nanos, micros, ms, s, m, h, d");
        };
    }

    private static long up(long number, long divisor) {
        return number / divisor + (number % divisor == 0 ? 0 : 1);
    }

    private static long times(long number, long factor) {
        return number > ENDLESS / factor ? ENDLESS : number * factor;
    }
}

package io.sluice.filters.queryguard;

import io.sluice.filters.search.ServerTimes;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

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
        TimeUnit unit = ServerTimes.unit(lower.substring(digits).strip());
        long number;
        try {
            number = Long.parseLong(lower.substring(0, digits).strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("a time has a whole number and a unit", e);
        }
        if (number < 0) {
            return ENDLESS;
        }
        if (unit == null) {
            throw new IllegalArgumentException("a time has one of the units nanos, micros, ms, s, m, h, d");
        }
        // What is too long for its type becomes the largest number, which is ENDLESS.
        return unit.compareTo(TimeUnit.MILLISECONDS) < 0
                ? up(number, unit.convert(1, TimeUnit.MILLISECONDS))
                : unit.toMillis(number);
    }

    private static long up(long number, long divisor) {
        return number / divisor + (number % divisor == 0 ? 0 : 1);
    }
}

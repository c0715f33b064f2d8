package io.sluice.plugins.ratelimit;

import io.sluice.api.ByteSize;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How fast a bucket fills: so many tokens in a period. Immutable.
 *
 * @param tokens 1 or more, and at most one a nanosecond
 * @param period 1 s, 1 min, 1 h or 1 day
 */
record Rate(long tokens, Duration period) {

    /** What an amount may be at most, so that sums of amounts stay far from the largest long. */
    private static final long MOST = 1L << 50;

    /** Some thirty years, which can be added to the time of now. */
    private static final long LONGEST_NANOS = 1L << 60;

    private static final Pattern TEXT = Pattern.compile("(.+)/\\s*(s|second|m|minute|h|hour|d|day)");

    /**
     * Reads {@code 100/s}, {@code 5000/minute}, {@code 10MiB/s}.
     *
     * @throws IllegalArgumentException if the text is none
     */
    static Rate parse(String text) {
        Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a rate, expected for example 100/s, 5000/hour or 10MiB/s: " + text);
        }
        Duration period = switch (matcher.group(2).charAt(0)) {
            case 's' -> Duration.ofSeconds(1);
            case 'm' -> Duration.ofMinutes(1);
            case 'h' -> Duration.ofHours(1);
            default -> Duration.ofDays(1);
        };
        long tokens = amount(matcher.group(1), "rate");
        if (tokens > period.toNanos()) {
            throw new IllegalArgumentException("a rate is at most one a nanosecond, not " + text);
        }
        return new Rate(tokens, period);
    }

    /**
     * Reads a number or a size.
     *
     * @param what the key's name, for messages
     * @throws IllegalArgumentException if it is none, or not positive
     */
    static long amount(String text, String what) {
        long amount;
        try {
            amount = ByteSize.parse(text).bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(what + " has no number or size: " + text, e);
        }
        if (amount < 1 || amount > MOST) {
            throw new IllegalArgumentException(what + " must be 1 to " + MOST + ", is " + text);
        }
        return amount;
    }

    /** How long so many tokens take to come, in nanoseconds, rounded up; some thirty years at most. */
    long nanosFor(long amount) {
        long nanos = period.toNanos();
        long exact = amount <= Long.MAX_VALUE / nanos
                ? Math.ceilDiv(amount * nanos, tokens)
                : (long) Math.ceil((double) amount * nanos / tokens);
        return Math.min(exact, LONGEST_NANOS);
    }

    /** How many tokens come in that time, rounded down. */
    long tokensIn(Duration time) {
        return (long) ((double) tokens * time.toNanos() / period.toNanos());
    }
}

package io.sluice.config;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as configurations write them: {@code 500ms}, {@code 30s}, {@code 2m}, {@code 1h}, {@code 7d}. */
final class Durations {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

    // Far below the limit of nanoseconds in a long.
    private static final Duration LONGEST = Duration.ofDays(3650);

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws IllegalArgumentException if the text is not of that form
     */
    static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected a duration such as 500ms, 30s, 2m or 1h, not '" + text + "'");
        }
        long amount = Long.parseLong(matcher.group(1));
        Duration duration = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
        if (duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("a duration is at most " + LONGEST.toDays() + "d, not " + text);
        }
        return duration;
    }

    /** The shortest text that {@link #parse} reads as the duration, which must be a whole number of milliseconds. */
    static String format(Duration duration) {
        long millis = duration.toMillis();
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds == 0 || seconds % 60 != 0) {
            return seconds + "s";
        }
        return seconds % 3600 != 0 ? seconds / 60 + "m" : seconds / 3600 + "h";
    }
}

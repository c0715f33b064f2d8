package io.sluice.bench.net;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations such as {@code 250us}, {@code 5ms}, {@code 1.5s}, {@code 2m}. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)");

    private Durations() {}

    /**
     * Parses a number with its unit.
     *
     * @throws IllegalArgumentException if the text has another form
     */
    public static Duration parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("expected a duration such as 5ms or 1.5s, got '" + text + "'");
        }
        double nanos = switch (form.group(2)) {
            case "ns" -> 1;
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
        return Duration.ofNanos(Math.round(Double.parseDouble(form.group(1)) * nanos));
    }
}

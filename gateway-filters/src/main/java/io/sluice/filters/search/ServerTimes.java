package io.sluice.filters.search;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times as servers write them, such as {@code 90s}. Stateless. */
public final class ServerTimes {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(nanos|micros|ms|s|m|h|d)");
    private static final Map<String, TimeUnit> UNITS = Map.of(
            "nanos", TimeUnit.NANOSECONDS,
            "micros", TimeUnit.MICROSECONDS,
            "ms", TimeUnit.MILLISECONDS,
            "s", TimeUnit.SECONDS,
            "m", TimeUnit.MINUTES,
            "h", TimeUnit.HOURS,
            "d", TimeUnit.DAYS);

    private ServerTimes() {}

    /** The unit of a time by its name in lower case; null if there is none. */
    public static @Nullable TimeUnit unit(String name) {
        return UNITS.get(name);
    }

    /** A time with its unit, in nanoseconds; the largest number if it is longer, -1 if it is none. */
    public static long nanos(String text) {
        Matcher time = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
        return time.matches()
                ? Objects.requireNonNull(UNITS.get(time.group(2))).toNanos(Long.parseLong(time.group(1)))
                : -1;
    }
}

package io.sluice.server;

import io.netty.util.AsciiString;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the header Date (RFC 9110, 5.6.7 and 6.6.1), made once a second. Safe from any thread. */
final class DateField {
    private static final DateTimeFormatter FORM = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private volatile Value last = new Value(0, AsciiString.EMPTY_STRING);

    /** What is written in one second, counted since 1970. */
    private record Value(long second, AsciiString text) {}

    /** The time now. */
    AsciiString now() {
        long second = System.currentTimeMillis() / 1000;
        Value value = last;
        if (value.second() != second) {
            value = new Value(second, AsciiString.cached(FORM.format(Instant.ofEpochSecond(second))));
            last = value;
        }
        return value.text();
    }
}

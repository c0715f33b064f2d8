package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An answer of the admin endpoint as it came over its connection; headers in lower case. */
record Answer(int status, String head, String body) {

    /** Reads all that came. */
    static Answer of(String text) {
        int end = text.indexOf("\r\n\r\n");
        assertThat(end).as(text).isPositive();
        return new Answer(
                Integer.parseInt(text.split(" ")[1]),
                text.substring(0, end).toLowerCase(Locale.ROOT),
                text.substring(end + 4));
    }

    /** The value of a header; null if there is none. */
    @Nullable String header(String name) {
        for (String line : head.split("\r\n")) {
            if (line.startsWith(name + ": ")) {
                return line.substring(name.length() + 2);
            }
        }
        return null;
    }
}

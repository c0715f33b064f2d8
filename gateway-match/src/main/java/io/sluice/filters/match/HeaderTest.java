package io.sluice.filters.match;

import io.sluice.api.Headers;
import io.sluice.api.Key;
import java.util.List;

/** Tests one header of a request: that it is present, or that one of its values matches. */
public record HeaderTest(
        @Key("the header's name, in any case") String name,

        @Key(
                value =
                        "texts, one of which must equal a value of the header, * for any characters; left out: it need only be present",
                some = true)
        List<String> values) {

    public HeaderTest {
        Headers.of(name, "");
        values = List.copyOf(values);
    }

    boolean matches(Headers headers) {
        if (values.isEmpty()) {
            return headers.contains(name);
        }
        for (String value : headers.all(name)) {
            if (Glob.anyMatches(values, value)) {
                return true;
            }
        }
        return false;
    }
}

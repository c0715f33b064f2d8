package io.sluice.filters.forwardauth;

import io.sluice.api.Exchange;
import io.sluice.api.RequestHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the service is shown of a request. Immutable.
 *
 * @param shown the chosen headers of the request
 * @param about what the filter says about the request
 */
record Question(List<Field> shown, List<Field> about) {

    private static final int LONGEST = 16 << 10;

    /** A header. */
    record Field(String name, String value) {}

    Question {
        shown = List.copyOf(shown);
        about = List.copyOf(about);
    }

    /** @return null if a header cannot be shown as the client sent it: it has other than printable ASCII, or is too long */
    static @Nullable Question of(List<String> chosen, RequestHead head, Exchange exchange) {
        List<Field> shown = new ArrayList<>();
        int length = 0;
        for (String name : chosen) {
            for (String value : head.headers().all(name)) {
                length += value.length();
                if (length > LONGEST || !value.chars().allMatch(c -> c == '\t' || c >= ' ' && c < 0x7f)) {
                    return null;
                }
                shown.add(new Field(name.toLowerCase(Locale.ROOT), value));
            }
        }
        List<Field> about = new ArrayList<>();
        about.add(new Field("X-Forwarded-Method", head.method()));
        about.add(new Field("X-Forwarded-Uri", head.target().canonical().raw()));
        about.add(new Field("X-Forwarded-Proto", exchange.secure() ? "https" : "http"));
        String host = head.headers().get("Host");
        if (host != null && host.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            about.add(new Field("X-Forwarded-Host", host));
        }
        about.add(new Field("X-Forwarded-For", exchange.client().getAddress().getHostAddress()));
        return new Question(shown, about);
    }

    /** What makes it differ from others, in parts. */
    List<byte[]> parts(ForwardAuthConfig.Alike alike) {
        List<Field> compared = new ArrayList<>(shown);
        if (alike == ForwardAuthConfig.Alike.REQUEST) {
            compared.addAll(about);
        }
        List<byte[]> parts = new ArrayList<>();
        for (Field each : compared) {
            parts.add(each.name().getBytes(StandardCharsets.UTF_8));
            parts.add(each.value().getBytes(StandardCharsets.UTF_8));
        }
        return parts;
    }
}

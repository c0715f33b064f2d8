package io.sluice.recording;

import io.sluice.api.RequestTarget;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Tells what of a request may carry credentials, cookies, or who its user is. Stateless. */
final class Secrets {
    private static final Pattern NAME =
            Pattern.compile("auth|cookie|token|secret|passw|credential|api-?_?key|session|signature");
    /** Of the connection, or written by proxies and by this gateway about the client; and what frames a body. */
    private static final Set<String> ABOUT_THE_WAY = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "expect",
            "forwarded",
            "via",
            "x-real-ip",
            "x-request-id",
            "traceparent",
            "tracestate");

    private static final List<String> ABOUT_THE_CLIENT = List.of("x-forwarded-", "x-client-", "x-envoy-", "cf-");
    /** Endpoints whose bodies have passwords, keys or users. */
    private static final Set<String> ENDPOINTS = Set.of(
            "_security",
            "_xpack",
            "_opendistro",
            "_plugins",
            "_searchguard",
            "_readonlyrest",
            "_watcher",
            "_reindex",
            "_snapshot",
            "_inference",
            "_connector",
            "reload_secure_settings");

    private Secrets() {}

    /** Whether a header is not kept, whatever else is configured. */
    static boolean isHeader(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAME.matcher(lower).find()
                || ABOUT_THE_WAY.contains(lower)
                || ABOUT_THE_CLIENT.stream().anyMatch(lower::startsWith);
    }

    /** Whether a request is not kept at all. */
    static boolean isIn(RequestTarget target) {
        try {
            return target.segments().stream().anyMatch(ENDPOINTS::contains)
                    || target.parameters().stream()
                            .anyMatch(parameter -> NAME.matcher(parameter.name().toLowerCase(Locale.ROOT))
                                    .find());
        } catch (IllegalArgumentException e) {
            // Nobody can say what it means.
            return true;
        }
    }
}

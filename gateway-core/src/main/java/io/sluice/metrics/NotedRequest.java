package io.sluice.metrics;

import io.sluice.api.ExchangeSummary.Traffic;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request that an operator may want to see: a slow one, or one that failed. It has no query, header or body of the request, as
 * these may hold credentials.
 *
 * @param id of the request
 * @param at when it ended
 * @param flow null if it was refused before it had one, and {@code cluster} likewise
 * @param method in upper case; null if it was not read
 * @param path as it was sent, without the query, shortened, control characters replaced; null if it was not read
 * @param status 0 if no answer was sent
 * @param failure null for none
 * @param reason of the gateway; null where it could quote the request
 * @param traffic bytes and times; null if it was refused before it had any
 */
public record NotedRequest(
        String id,
        Instant at,
        String listener,
        @Nullable String flow,
        @Nullable String cluster,
        @Nullable String method,
        @Nullable String path,
        int status,
        @Nullable FailureKind failure,
        @Nullable String reason,
        @Nullable Traffic traffic) {

    private static final int MAX_METHOD = 20;
    private static final int MAX_TEXT = 200;

    public NotedRequest {
        method = method == null ? null : shown(method, MAX_METHOD);
        path = path == null ? null : shown(path, MAX_TEXT);
        reason = reason == null || mayQuote(failure) ? null : shown(reason, MAX_TEXT);
    }

    /** A request that was refused at the door of a listener. */
    public static NotedRequest atTheDoor(String id, String listener, Failure failure) {
        return new NotedRequest(
                id,
                Instant.now(),
                listener,
                null,
                null,
                null,
                null,
                failure.status(),
                failure.kind(),
                failure.reason(),
                null);
    }

    // What is wrong with a request is often said with a piece of it.
    private static boolean mayQuote(@Nullable FailureKind failure) {
        return failure == null
                || failure == FailureKind.BAD_REQUEST
                || failure == FailureKind.REJECTED
                || failure == FailureKind.FILTER_UNAVAILABLE
                || failure == FailureKind.FILTER_FAILED;
    }

    private static String shown(String text, int max) {
        StringBuilder shown = new StringBuilder(Math.min(text.length(), max + 1));
        for (int i = 0; i < text.length() && i < max; i++) {
            char c = text.charAt(i);
            shown.append(isPlain(c) ? c : '\uFFFD');
        }
        return text.length() > max ? shown.append('\u2026').toString() : shown.toString();
    }

    // Characters that change the order or the look of others could make a line say something else.
    private static boolean isPlain(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}

package io.sluice.bench.load.scenario;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an answer must be to count as a success; what is not named is not looked at.
 *
 * @param status allowed statuses; by default 200 to 299
 * @param header values that headers must have
 * @param json values by JSON pointer, compared as text
 * @param within the longest time from the intended start, such as {@code 500ms}
 */
public record Expectation(
        Set<Integer> status,
        Map<String, String> header,
        Map<String, String> json,
        @Nullable String within) {
    /** Any 2xx answer. */
    public static final Expectation NONE = new Expectation(Set.of(), Map.of(), Map.of(), null);

    public Expectation {
        status = Set.copyOf(Objects.requireNonNullElse(status, Set.of()));
        header = Map.copyOf(Objects.requireNonNullElse(header, Map.of()));
        json = Map.copyOf(Objects.requireNonNullElse(json, Map.of()));
    }

    /** Whether this status is a success. */
    public boolean allows(int code) {
        return status.isEmpty() ? code >= 200 && code < 300 : status.contains(code);
    }
}

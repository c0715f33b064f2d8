package io.sluice.queue;

import io.sluice.api.RequestTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The parameters of a write's URL that are not about its items. Stateless. */
final class WriteParameters {

    /** Asks for an answer when the write is indexed. */
    static final String WAIT = "wait";

    private static final Pattern TIME = Pattern.compile("([0-9]{1,7})(ms|s|m)");

    /** Few servers know it. What is kept does not ask for it. */
    private static final String SOURCE_ON_ERROR = "include_source_on_error";

    /** Parameters of every write that change nothing of what is stored. */
    static final Set<String> ANYWHERE = Set.of(
            "refresh",
            "timeout",
            "wait_for_active_shards",
            "pretty",
            "human",
            "error_trace",
            "filter_path",
            "format",
            "require_data_stream",
            SOURCE_ON_ERROR,
            WAIT);

    private WriteParameters() {}

    /**
     * What of the parameters would be a lie in the answer of a queue, which says nothing about shards.
     *
     * @return a sentence for the client; null if there is nothing
     * @throws IllegalArgumentException if an escape is malformed
     */
    static @Nullable String unpromised(RequestTarget target) {
        boolean waits = target.parameter(WAIT) != null;
        for (RequestTarget.Parameter parameter : target.parameters()) {
            boolean kept = switch (parameter.name()) {
                case "refresh", "require_data_stream" -> parameter.value().equals("false");
                case "wait_for_active_shards" -> List.of("0", "1").contains(parameter.value());
                // What is kept of an update does not ask for its result's source.
                case "_source", "_source_includes", "_source_excludes" -> !waits;
                case SOURCE_ON_ERROR -> !waits || !parameter.value().equals("false");
                default -> true;
            };
            if (!kept) {
                return "a queue answers before a shard has executed anything, so it cannot keep [" + parameter.name()
                        + "=" + parameter.value() + "]; leave the parameter out";
            }
        }
        return null;
    }

    /** The target without the parameters that not all servers know. */
    static RequestTarget ofServers(RequestTarget target) {
        if (target.parameter(WAIT) == null && target.parameter(SOURCE_ON_ERROR) == null) {
            return target;
        }
        List<RequestTarget.Parameter> others = new ArrayList<>(target.parameters());
        others.removeIf(
                parameter -> parameter.name().equals(WAIT) || parameter.name().equals(SOURCE_ON_ERROR));
        return target.withParameters(others);
    }

    /**
     * How long the client waits for its write to be indexed.
     *
     * @param most it waits no longer
     * @return null if it does not wait
     * @throws IllegalArgumentException if it asks for something else
     */
    static @Nullable Duration patience(RequestTarget target, Duration most) {
        List<String> given = target.parameters().stream()
                .filter(parameter -> parameter.name().equals(WAIT))
                .map(RequestTarget.Parameter::value)
                .toList();
        if (given.isEmpty()) {
            return null;
        }
        String text = String.join(" and ", given);
        if (text.equals("indexed")) {
            return most;
        }
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException(
                    "Failed to parse value [" + text + "] of [wait], which is [indexed] or a time such as [5s]");
        }
        long number = Long.parseLong(time.group(1));
        Duration asked = switch (time.group(2)) {
            case "m" -> Duration.ofMinutes(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMillis(number);
        };
        return asked.compareTo(most) < 0 ? asked : most;
    }

    /**
     * A parameter that is true or false; without a value it is true.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static boolean flag(RequestTarget.Parameter parameter) {
        return switch (parameter.value()) {
            case "", "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        "Failed to parse value [" + parameter.value() + "] as only [true] or [false] are allowed.");
        };
    }
}

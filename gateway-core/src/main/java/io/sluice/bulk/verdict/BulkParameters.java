package io.sluice.bulk.verdict;

import io.sluice.api.RequestTarget;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The parameters of a bulk's URL. Servers judge them, each in its own words and partly after the body, so that a bulk with an unusual
 * one is theirs as a whole. Stateless.
 */
public final class BulkParameters {

    private static final Pattern TIME = Pattern.compile("-1|0|[0-9]{1,9}(nanos|micros|ms|s|m|h|d)");
    private static final Pattern SHARDS = Pattern.compile("all|[0-9]{1,4}");

    /** An index and the endpoint. */
    private static final int SEGMENTS_WITHOUT_TYPE = 2;

    private BulkParameters() {}

    /**
     * Whether each parameter is one that bulks have, is given once, and has a value that every server takes. A type, which may stand
     * in the path too, is usual only for servers that have types: others refuse it before or after they read the body.
     *
     * @param grammar of the server
     */
    public static boolean areUsual(RequestTarget target, BulkGrammar grammar) {
        Set<String> names = new HashSet<>();
        try {
            return (grammar.hasTypes() || !namesType(target))
                    && target.parameters().stream()
                            .allMatch(parameter ->
                                    names.add(parameter.name()) && isUsual(parameter.name(), parameter.value()));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean namesType(RequestTarget target) {
        return target.rawSegments().size() > SEGMENTS_WITHOUT_TYPE || target.parameter("type") != null;
    }

    private static boolean isUsual(String name, String value) {
        return switch (name) {
            case "index", "type" -> !value.isEmpty();
            case "routing", "pipeline", "_source", "_source_includes", "_source_excludes", "filter_path", "format" ->
                true;
            case "refresh" -> isFlag(value) || value.equals("wait_for");
            case "timeout" -> TIME.matcher(value).matches();
            case "wait_for_active_shards" -> SHARDS.matcher(value).matches();
            case "pretty", "human", "error_trace", "require_alias", "list_executed_pipelines" -> isFlag(value);
            // Together with an update it is refused.
            case "require_data_stream" -> value.equals("false");
            default -> false;
        };
    }

    private static boolean isFlag(String value) {
        return value.isEmpty() || value.equals("true") || value.equals("false");
    }
}

package io.sluice.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a bulk's URL says for all items whose lines are silent.
 *
 * @param index the index in the path, or the parameter {@code index}; null if there is none
 * @param routing the parameter {@code routing}, or null
 * @param pipeline the parameter {@code pipeline}, or null
 */
public record BulkDefaults(
        @Nullable String index,
        @Nullable String routing,
        @Nullable String pipeline) {

    /** Of a URL that says nothing. */
    public static final BulkDefaults NONE = new BulkDefaults(null, null, null);

    /**
     * Reads the target of a bulk: {@code /_bulk}, {@code /{index}/_bulk} or, up to 7.x, {@code /{index}/{type}/_bulk}.
     *
     * @throws IllegalArgumentException if the target is another one, an escape is malformed, or one of the parameters stands twice
     *     or contradicts the path
     */
    public static BulkDefaults of(RequestTarget target) {
        List<String> raw = target.rawSegments();
        if (raw.isEmpty() || raw.size() > 3 || !raw.getLast().equals("_bulk")) {
            throw new IllegalArgumentException("not the target of a bulk: " + target.rawPath());
        }
        String path = raw.size() == 1 ? null : target.segments().getFirst();
        String parameter = only(target, "index");
        if (path != null && parameter != null && !path.equals(parameter)) {
            throw new IllegalArgumentException("the path says index [" + path + "], the query [" + parameter + "]");
        }
        String index = path == null ? parameter : path;
        String routing = only(target, "routing");
        String pipeline = only(target, "pipeline");
        return index == null && routing == null && pipeline == null ? NONE : new BulkDefaults(index, routing, pipeline);
    }

    private static @Nullable String only(RequestTarget target, String name) {
        String found = null;
        for (RequestTarget.Parameter parameter : target.parameters()) {
            if (parameter.name().equals(name)) {
                if (found != null) {
                    throw new IllegalArgumentException("parameter " + name + " stands twice");
                }
                found = parameter.value();
            }
        }
        return found;
    }

    /** What the URL says about a field; null if it says nothing. */
    public @Nullable String text(BulkField field) {
        return switch (field) {
            case INDEX -> index;
            case ROUTING -> routing;
            case PIPELINE -> pipeline;
            default -> null;
        };
    }
}

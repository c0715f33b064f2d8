package io.sluice.filters.tenant.grammar;

import io.sluice.api.JsonCursor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How much a server builds of parts that it builds anew wherever they are named, whether the name or the part comes first. For one request;
 * the rules around it must bound how many names there are.
 */
final class BuiltParts {

    private final Map<String, Part> parts = new HashMap<>();

    private static final class Part {
        private int size;
        private int names;
    }

    /** How much more a server builds with a scalar. */
    int more(Rule.Built rule, JsonCursor at) {
        ToIntFunction<String> size = rule.size();
        return size == null ? named(at.text()) : grown(partAround(at), size.applyAsInt(at.text()));
    }

    // A setting that is a list may also be one text, with commas, around which servers leave out what trim does.
    private int named(String text) {
        long more = one(text);
        for (String name : text.split(",")) {
            more += name.trim().equals(text) ? 0 : one(name.trim());
        }
        return (int) Math.min(Integer.MAX_VALUE / 2, more);
    }

    private int one(String name) {
        Part part = parts.computeIfAbsent(name, unused -> new Part());
        part.names++;
        return part.names == 1 ? 0 : part.size;
    }

    private int grown(@Nullable String name, int size) {
        if (name == null) {
            return size;
        }
        Part part = parts.computeIfAbsent(name, unused -> new Part());
        part.size += size;
        return (int) Math.min(Integer.MAX_VALUE / 2, (long) size * Math.max(1, part.names));
    }

    private static @Nullable String partAround(JsonCursor at) {
        int level = at.name() == null ? at.depth() - 2 : at.depth() - 1;
        return level < 0 ? null : at.nameAt(level);
    }
}

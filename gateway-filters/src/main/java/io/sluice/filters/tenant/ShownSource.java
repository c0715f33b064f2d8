package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.names.FieldNames;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The fields that the URL of a bulk wants to see of each document that is updated, or that of an {@code _mget} of each.
 *
 * @param includes patterns of fields; none means all
 * @param excludes patterns of fields
 */
record ShownSource(List<String> includes, List<String> excludes) {

    /** What the URL names; null where it names no fields, or wants to see nothing at all. */
    static @Nullable ShownSource of(RequestTarget target) {
        String source = target.parameter("_source");
        if ("false".equals(source)) {
            return null;
        }
        List<String> includes = list(target.parameter("_source_includes"));
        List<String> excludes = list(target.parameter("_source_excludes"));
        if (includes.isEmpty() && source != null && !source.equals("true")) {
            includes = list(source);
        }
        return includes.isEmpty() && excludes.isEmpty() ? null : new ShownSource(includes, excludes);
    }

    /** The fields of a list in a URL. */
    static List<String> list(@Nullable String fields) {
        return fields == null
                ? List.of()
                : Stream.of(fields.split(",")).filter(field -> !field.isEmpty()).toList();
    }

    /** The same for a line of a bulk or a document of an {@code _mget}, with fields as the cluster calls them. */
    Json onLine(FieldNames fields) {
        return Json.parse("{\"includes\":" + json(includes, fields) + ",\"excludes\":" + json(excludes, fields) + "}");
    }

    /** An array of fields as the cluster calls them. */
    static Json json(List<String> patterns, FieldNames fields) {
        return Json.parse(patterns.stream()
                .map(pattern -> Json.string(fields.physical(pattern)).toString())
                .collect(Collectors.joining(",", "[", "]")));
    }
}

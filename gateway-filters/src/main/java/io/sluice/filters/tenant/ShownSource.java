package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.names.FieldNames;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The source fields that the URL of a bulk requests for each updated document, or the URL of an {@code _mget} for each
 * document.
 *
 * @param includes field patterns; empty means all
 * @param excludes field patterns
 */
record ShownSource(List<String> includes, List<String> excludes) {

    /** The URL's selection; null if it names no fields, or if it requests no source at all. */
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

    /**
     * The same for a bulk action line or a document of an {@code _mget}, with physical field names. As long as the URL's
     * lists and an index's name for each of their names, so make it once for each index.
     */
    Json onLine(FieldNames fields) {
        return Json.parse("{\"includes\":" + json(includes, fields) + ",\"excludes\":" + json(excludes, fields) + "}");
    }

    /** An array of physical field names. */
    static Json json(List<String> patterns, FieldNames fields) {
        return Json.parse(patterns.stream()
                .map(pattern -> Json.string(fields.physical(pattern)).toString())
                .collect(Collectors.joining(",", "[", "]")));
    }
}

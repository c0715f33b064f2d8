package io.sluice.filters.authorize;

import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import io.sluice.api.RequestTarget.Parameter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Puts names in the place of an expression of indices in a path. Stateless. */
final class NarrowedPath {

    /** Servers read a request line of at most 4,096 bytes, the method and the query included. */
    private static final int MAX_PATH = 3000;

    private static final String IGNORE = "ignore_unavailable";
    /** Segments of endpoints that take this parameter. */
    private static final Set<String> TAKE_IGNORE = Set.of(
            "_search",
            "_count",
            "_field_caps",
            "_search_shards",
            "query",
            "_pit",
            "_update_by_query",
            "_delete_by_query",
            "_mapping",
            "_mappings",
            "_settings",
            "_refresh",
            "_flush",
            "_forcemerge",
            "_cache",
            "_stats",
            "_segments",
            "_recovery",
            "_shard_stores");

    /** Methods by which aliases and indices are read: what changes them takes no such parameter. */
    private static final Set<String> READ = Set.of("GET", "HEAD");

    private NarrowedPath() {}

    /**
     * The same request with names in the place of its indices; null if they are too many for a path.
     *
     * @param lenient whether a name may be gone by the time that the server looks, as it may where wildcards stood
     */
    static @Nullable RequestHead of(RequestHead head, Endpoint.Match match, List<String> names, boolean lenient) {
        RequestTarget target = head.target();
        List<String> segments = new ArrayList<>(target.rawSegments());
        String list = encoded(String.join(",", names));
        if (match.indices() == null) {
            segments.add(match.endpoint().allAt(), list);
        } else {
            segments.set(match.endpoint().indexAt(), list);
        }
        String path = "/" + String.join("/", segments);
        if (path.length() > MAX_PATH) {
            return null;
        }
        RequestTarget narrowed = target.withRawPath(path);
        return head.withTarget(lenient && canIgnore(head) ? ignoring(narrowed) : narrowed);
    }

    /** Whether servers can be told to pass over names that are gone. */
    static boolean canIgnore(RequestHead head) {
        List<String> segments = head.target().rawSegments();
        if (segments.contains("_alias") || isOfIndices(segments)) {
            return READ.contains(head.method());
        }
        return segments.stream().anyMatch(TAKE_IGNORE::contains)
                && !segments.getFirst().equals("_data_stream");
    }

    private static boolean isOfIndices(List<String> segments) {
        if (segments.size() != 1) {
            return false;
        }
        String only = segments.getFirst();
        return !only.startsWith("_") || only.equals("_all");
    }

    /** A list as a segment of a path. */
    static String encoded(String list) {
        return URLEncoder.encode(list, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2C", ",");
    }

    // Also where the client says false: it named nothing that could be unavailable.
    private static RequestTarget ignoring(RequestTarget target) {
        List<Parameter> all = new ArrayList<>(target.parameters());
        all.removeIf(parameter -> parameter.name().equals(IGNORE));
        all.add(new Parameter(IGNORE, "true"));
        return target.withParameters(all);
    }
}

package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds in an answer the buckets of those aggregations whose keys are names of indices. For one exchange; on its event loop. */
public final class ShownBuckets {

    private static final String BUCKETS = "buckets";

    /** Levels around the names of aggregations, such as {@code responses} and {@code key}. */
    private static final int AROUND = 6;

    /** Levels from the name of an aggregation to the next. */
    private static final int LEVELS = 3;

    /** The only search of a body, or all of them together. */
    private static final int WHOLE = 0;

    /** By the number of the search's line. */
    private final Map<Integer, Aggregation> searches = new HashMap<>();

    private int deepest;
    private boolean together;

    /** An aggregation that is one of indices or has such aggregations in it; or what has the outermost ones. */
    private static final class Aggregation {
        private final Map<String, Aggregation> inner = new HashMap<>();
        private boolean ofIndices;
    }

    /** A place of an answer that an aggregation may have written. */
    private record Place(Aggregation aggregation, int at) {}

    /** Takes the aggregations of all searches for those of each, as answers may be left out, and others then stand in their places. */
    public void together() {
        together = true;
    }

    /**
     * Notes an aggregation of the request whose buckets are indices.
     *
     * @param line the number of the search's line; 0 if the body has one search
     * @param pointer of its kind's object, such as {@code /aggs/outer/aggs/inner/terms}
     */
    void add(int line, String pointer) {
        Aggregation aggregation = searches.computeIfAbsent(together ? WHOLE : line, any -> new Aggregation());
        String[] segments = pointer.split("/", -1);
        for (int i = 2; i < segments.length - 1; i += 2) {
            aggregation = aggregation.inner.computeIfAbsent(segments[i], any -> new Aggregation());
        }
        aggregation.ofIndices = true;
        deepest = Math.max(deepest, segments.length / 2 - 1);
    }

    /** Whether the key of a bucket in the answer is the name of an index. */
    public boolean isIndex(JsonCursor key) {
        if (key.depth() > AROUND + LEVELS * deepest) {
            return false;
        }
        String[] path = key.pointer().split("/", -1);
        boolean several = path.length > 2 && path[1].equals("responses");
        // The search with the number n stands in line 2n + 2, the first line being 1.
        Aggregation search = searches.get(several && !together ? 2 * Integer.parseInt(path[2]) + 2 : WHOLE);
        return search != null && leadsToKey(search, path, several ? 4 : 2, new HashSet<>());
    }

    // With typed_keys a server writes the kind of the aggregation before its name: sterms#name.
    private static boolean leadsToKey(Aggregation around, String[] path, int at, Set<Place> known) {
        if (at >= path.length || !known.add(new Place(around, at))) {
            return false;
        }
        String segment = path[at];
        return isKeyBelow(around.inner.get(segment), path, at + 1, known)
                || isKeyBelow(around.inner.get(segment.substring(segment.indexOf('#') + 1)), path, at + 1, known);
    }

    // Between the names of two aggregations stand the bucket that the inner one is in, or nothing.
    private static boolean isKeyBelow(@Nullable Aggregation named, String[] path, int at, Set<Place> known) {
        if (named == null) {
            return false;
        }
        boolean bucket = at < path.length && path[at].equals(BUCKETS);
        boolean key = bucket && path.length == at + 3 && path[at + 2].equals("key");
        return named.ofIndices && key
                || leadsToKey(named, path, at, known)
                || bucket && leadsToKey(named, path, at + 2, known);
    }
}

package io.sluice.filters.tenant.body;

import java.util.ArrayList;
import java.util.List;

/** Finds in an answer the buckets of those aggregations whose keys are names of indices. For one exchange; on its event loop. */
final class ShownBuckets {

    private static final String BUCKETS = "buckets";

    private final List<Aggregation> aggregations = new ArrayList<>();

    /**
     * An aggregation whose buckets are indices.
     *
     * @param line the number of the search's line; 0 if the body has one search
     * @param names of the aggregation and those around it, the outermost first, as a JSON pointer has them
     */
    private record Aggregation(int line, List<String> names) {}

    /**
     * Notes an aggregation of the request whose buckets are indices.
     *
     * @param line as {@link Aggregation} has it
     * @param pointer of its kind's object, such as {@code /aggs/outer/aggs/inner/terms}
     */
    void add(int line, String pointer) {
        aggregations.add(new Aggregation(line, names(pointer)));
    }

    private static List<String> names(String pointer) {
        String[] segments = pointer.split("/", -1);
        List<String> names = new ArrayList<>();
        for (int i = 2; i < segments.length - 1; i += 2) {
            names.add(segments[i]);
        }
        return names;
    }

    /**
     * Whether the key of a bucket in the answer is the name of an index.
     *
     * @param pointer of the key
     */
    boolean isIndex(String pointer) {
        String[] path = pointer.split("/", -1);
        boolean several = path.length > 2 && path[1].equals("responses");
        // The search with the number n stands in line 2n + 2, the first line being 1.
        int line = several ? 2 * Integer.parseInt(path[2]) + 2 : 0;
        int first = several ? 4 : 2;
        return aggregations.stream()
                .anyMatch(aggregation -> aggregation.line() == line && leadsTo(aggregation.names(), 0, path, first));
    }

    // Between the names of two aggregations stand the bucket that the inner one is in, or nothing.
    private static boolean leadsTo(List<String> names, int next, String[] path, int at) {
        if (next == names.size()) {
            return path.length == at + 3 && path[at].equals(BUCKETS) && path[at + 2].equals("key");
        }
        if (at >= path.length || !isNamed(path[at], names.get(next))) {
            return false;
        }
        boolean inBucket = next + 1 < names.size() && at + 1 < path.length && path[at + 1].equals(BUCKETS);
        return leadsTo(names, next + 1, path, at + 1) || inBucket && leadsTo(names, next + 1, path, at + 3);
    }

    // With typed_keys a server writes the kind of the aggregation before its name: sterms#name.
    private static boolean isNamed(String segment, String name) {
        return segment.equals(name)
                || segment.endsWith("#" + name) && segment.indexOf('#') == segment.length() - name.length() - 1;
    }
}

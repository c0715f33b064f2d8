package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tracks in a request the aggregations whose buckets are indices, and those whose buckets are selected by key. An aggregation must not
 * be both if physical index names differ from the tenant's, because a server compares physical names. For one body; on
 * its event loop.
 */
final class IndexBuckets {

    static final String WHY =
            "indices cannot be chosen by `include` and `exclude`; a query by `_index` can choose them";

    static final String PATH =
            "a pipeline cannot name the buckets of a `terms` of `_index`, which have the cluster's names; name none by its key,"
                    + " and use no `max_bucket` and `min_bucket`";

    private static final String BUCKETS_PATH = "buckets_path";
    private static final Set<String> TELLING_KEYS = Set.of("max_bucket", "min_bucket");

    private final Set<String> ofIndices = new HashSet<>();
    private final Set<String> chosen = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private final ShownBuckets shown;

    IndexBuckets(ShownBuckets shown) {
        this.shown = shown;
    }

    /** Notes that an aggregation's field is {@code _index}; returns why it cannot be, or null. */
    @Nullable String isAskedFor(int line, JsonCursor field) {
        String aggregation = aggregation(field.pointer());
        shown.add(line, aggregation);
        String place = line + aggregation;
        ofIndices.add(place);
        return chosen.contains(place) ? WHY : named.contains(place) ? PATH : null;
    }

    /**
     * Notes that a pipeline leads to the buckets of another aggregation; returns whether it would need the name of an index.
     *
     * @param at in or below the pipeline's object, which stands beside that aggregation
     */
    boolean isNamedIn(int line, JsonCursor at, String path) {
        String[] segments = at.pointer().split("/", -1);
        int last = List.of(segments).lastIndexOf(BUCKETS_PATH);
        // The names of bucket_sort stand in its list, /aggs/NAME/bucket_sort/sort/0/PATH or one less.
        int kind = last > 0 ? last - 1 : List.of(segments).lastIndexOf("bucket_sort");
        boolean byKey = path.indexOf('[') >= 0;
        if (kind < 2 || !byKey && !TELLING_KEYS.contains(segments[kind])) {
            return false;
        }
        String around = String.join("/", List.of(segments).subList(0, kind - 1));
        String first = path.split("[>.\\[]", 2)[0];
        String place = line + around + "/" + first.replace("~", "~0").replace("/", "~1") + "/terms";
        named.add(place);
        return ofIndices.contains(place);
    }

    /** Notes that an aggregation's buckets are selected by key; returns whether they are indices. */
    boolean isChosen(int line, JsonCursor choice) {
        String place = line + aggregation(choice.pointer());
        chosen.add(place);
        return ofIndices.contains(place);
    }

    // For a list, an array index follows the member's name.
    private static String aggregation(String pointer) {
        int end = pointer.lastIndexOf('/');
        String last = pointer.substring(end + 1);
        boolean member = last.equals("field") || last.equals("include") || last.equals("exclude");
        return pointer.substring(0, member ? end : pointer.lastIndexOf('/', end - 1));
    }
}

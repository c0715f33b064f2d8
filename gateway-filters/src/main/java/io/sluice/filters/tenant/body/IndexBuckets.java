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

    /** Aggregations from the outermost to one of {@code _index}. The path to it is read for each bucket of the answer. */
    private static final int MOST_NESTED = 20;

    static final String DEEP =
            "a `terms` of `_index` must not have more than " + (MOST_NESTED - 1) + " others around it";

    /** Characters of all paths in one search: each path repeats the names around it. */
    private static final int MOST_CHARACTERS = 1_000_000;

    static final String LONG =
            "in a search the paths to a `terms` of `_index`, to `include` and `exclude`, and to `buckets_path`"
                    + " must not have more than " + MOST_CHARACTERS + " characters together";

    /** Of the field of an aggregation that is nested as deep as it may be. */
    private static final int DEEPEST_FIELD = 2 * MOST_NESTED + 2;

    /** Of what stands deepest in a pipeline beside such an aggregation, or in its choice. */
    private static final int DEEPEST = DEEPEST_FIELD + 3;

    private static final String BUCKETS_PATH = "buckets_path";
    private static final Set<String> TELLING_KEYS = Set.of("max_bucket", "min_bucket");

    private final Set<String> ofIndices = new HashSet<>();
    private final Set<String> chosen = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private final ShownBuckets shown;
    private int characters;

    IndexBuckets(ShownBuckets shown) {
        this.shown = shown;
    }

    /** The next search of several begins. */
    void next() {
        ofIndices.clear();
        chosen.clear();
        named.clear();
        characters = 0;
    }

    /**
     * Notes that an aggregation's field is {@code _index}; returns why it cannot be, or null.
     *
     * @param line the number of the search's line; 0 if the body has one search
     */
    @Nullable String isAskedFor(int line, JsonCursor field) {
        if (field.depth() > DEEPEST_FIELD) {
            return DEEP;
        }
        String pointer = pointer(field);
        if (pointer == null) {
            return LONG;
        }
        String place = aggregation(pointer);
        shown.add(line, place);
        ofIndices.add(place);
        return chosen.contains(place) ? WHY : named.contains(place) ? PATH : null;
    }

    /**
     * Notes that a pipeline leads to the buckets of another aggregation; returns why it cannot, such as that it would need the name of an
     * index, or null.
     *
     * @param at in or below the pipeline's object, which stands beside that aggregation
     */
    @Nullable String isNamedIn(JsonCursor at, String path) {
        if (at.depth() > DEEPEST) {
            return null;
        }
        String pointer = pointer(at);
        if (pointer == null) {
            return LONG;
        }
        List<String> segments = List.of(pointer.split("/", -1));
        int last = segments.lastIndexOf(BUCKETS_PATH);
        // The names of bucket_sort stand in its list, /aggs/NAME/bucket_sort/sort/0/PATH or one less.
        int kind = last > 0 ? last - 1 : segments.lastIndexOf("bucket_sort");
        boolean byKey = path.indexOf('[') >= 0;
        if (kind < 2 || !byKey && !TELLING_KEYS.contains(segments.get(kind))) {
            return null;
        }
        String around = String.join("/", segments.subList(0, kind - 1));
        String first = path.split("[>.\\[]", 2)[0];
        String place = around + "/" + first.replace("~", "~0").replace("/", "~1") + "/terms";
        named.add(place);
        return ofIndices.contains(place) ? PATH : null;
    }

    /** Notes that an aggregation's buckets are selected by key; returns why they cannot be, such as that they are indices, or null. */
    @Nullable String isChosen(JsonCursor choice) {
        if (choice.depth() > DEEPEST) {
            return null;
        }
        String pointer = pointer(choice);
        if (pointer == null) {
            return LONG;
        }
        String place = aggregation(pointer);
        chosen.add(place);
        return ofIndices.contains(place) ? WHY : null;
    }

    /** Null if the search has too many characters of them. */
    private @Nullable String pointer(JsonCursor at) {
        String pointer = at.pointer();
        characters += pointer.length();
        return characters > MOST_CHARACTERS ? null : pointer;
    }

    // For a list, an array index follows the member's name.
    private static String aggregation(String pointer) {
        int end = pointer.lastIndexOf('/');
        String last = pointer.substring(end + 1);
        boolean member = last.equals("field") || last.equals("include") || last.equals("exclude");
        return pointer.substring(0, member ? end : pointer.lastIndexOf('/', end - 1));
    }
}

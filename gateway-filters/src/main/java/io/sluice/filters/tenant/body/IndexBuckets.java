package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import java.util.HashSet;
import java.util.Set;

/**
 * Tracks aggregations whose buckets are indices, and those whose buckets are selected by key. An aggregation must not
 * be both if physical index names differ from the tenant's, because a server compares physical names. For one body; on
 * its event loop.
 */
final class IndexBuckets {

    static final String WHY =
            "indices cannot be chosen by `include` and `exclude`; a query by `_index` can choose them";

    private final Set<String> ofIndices = new HashSet<>();
    private final Set<String> chosen = new HashSet<>();

    /** Notes that an aggregation's field is {@code _index}; returns whether its buckets are selected by key. */
    boolean isAskedFor(int line, JsonCursor field) {
        String place = line + aggregation(field.pointer());
        ofIndices.add(place);
        return chosen.contains(place);
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

package io.sluice.filters.tenant.query;

import io.sluice.api.JsonCursor;
import java.util.HashSet;
import java.util.Set;

/**
 * The aggregations of which the buckets are indices, and those whose buckets are chosen by their keys: none may be both where the
 * cluster calls indices otherwise than the tenant, since a server compares with the cluster's names. For one body; on its event loop.
 */
final class IndexBuckets {

    static final String WHY =
            "indices cannot be chosen by `include` and `exclude`; a query by `_index` can choose them";

    private final Set<String> ofIndices = new HashSet<>();
    private final Set<String> chosen = new HashSet<>();

    /** Notes an aggregation of a line by its field, which is that of indices; whether its buckets are chosen. */
    boolean isAskedFor(int line, JsonCursor field) {
        String place = line + aggregation(field.pointer());
        ofIndices.add(place);
        return chosen.contains(place);
    }

    /** Notes an aggregation of a line by what its buckets are chosen by; whether they are indices. */
    boolean isChosen(int line, JsonCursor choice) {
        String place = line + aggregation(choice.pointer());
        chosen.add(place);
        return ofIndices.contains(place);
    }

    // A list has an index behind the member's name.
    private static String aggregation(String pointer) {
        int end = pointer.lastIndexOf('/');
        String last = pointer.substring(end + 1);
        boolean member = last.equals("field") || last.equals("include") || last.equals("exclude");
        return pointer.substring(0, member ? end : pointer.lastIndexOf('/', end - 1));
    }
}

package io.sluice.filters.queryguard;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges a search that names no index because it reads a point in time. If its member {@code pit} is none, it is one of all indices. Servers refuse
 * a point in time without an id. For one body; on its exchange's event loop.
 *
 * @param search judges the rest
 * @param indices that are searched without a point in time
 */
record PointInTimeSearch(GuardVisitor search, Judge judge, IndexExpression indices) implements JsonVisitor {

    private static final String POINT_IN_TIME = "pit";

    @Override
    public JsonEdit onValue(JsonCursor at) {
        JsonEdit refusal = isWrong(at) ? GuardVisitor.edit(judge.indices(indices)) : null;
        return refusal == null ? search.onValue(at) : refusal;
    }

    private static boolean isWrong(JsonCursor at) {
        return switch (at.depth()) {
            case 1 -> at.nameIs(POINT_IN_TIME) && at.kind() != JsonKind.OBJECT;
            case 2 -> at.nameAtIs(1, POINT_IN_TIME) && at.nameIs("id") && at.kind() != JsonKind.STRING;
            default -> false;
        };
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return search.onObjectEnd(at);
    }

    @Override
    public @Nullable Json onEmptyBody() {
        return search.onEmptyBody();
    }
}

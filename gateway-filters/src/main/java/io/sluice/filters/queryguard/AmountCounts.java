package io.sluice.filters.queryguard;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.filters.search.GeoShapes;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much of each {@link Amount} a search has so far. For one body; on its exchange's event loop. */
final class AmountCounts {
    private final Judge judge;
    private final Map<Amount, Integer> counts = new EnumMap<>(Amount.class);

    AmountCounts(Judge judge) {
        this.judge = judge;
    }

    /** Counts a query, or a source of intervals; what becomes of it, null if it is kept. */
    @Nullable JsonEdit query(Map<String, Amount> named, JsonCursor at) {
        if (!judge.watches(Kind.AMOUNTS)) {
            return null;
        }
        Amount amount = named.get(at.name());
        JsonEdit beyond = counted(Amount.CLAUSES, 1, at);
        return beyond == null && amount != null ? counted(amount, 1, at) : beyond;
    }

    /** Counts a number of a shape, or a whole one as text. */
    @Nullable JsonEdit corner(JsonCursor at) {
        return judge.watches(Kind.AMOUNTS) ? counted(Amount.IN_SHAPES, GeoShapes.size(at.text()), at) : null;
    }

    /** Counts one more. */
    @Nullable JsonEdit more(Amount amount, JsonCursor at) {
        return judge.watches(Kind.AMOUNTS) ? counted(amount, 1, at) : null;
    }

    // Only what goes beyond the bound is told of.
    private @Nullable JsonEdit counted(Amount amount, int of, JsonCursor at) {
        int number = counts.merge(amount, of, Integer::sum);
        return number > amount.most() && number - of <= amount.most()
                ? GuardVisitor.edit(judge.beyond(amount.bound(), at::place))
                : null;
    }
}

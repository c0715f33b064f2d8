package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import io.sluice.filters.search.ExpressionLengths;
import io.sluice.filters.tenant.names.LuceneExpression;
import io.sluice.filters.tenant.names.QueryText;
import org.jspecify.annotations.Nullable;

/** What the regular expressions of one request cost together. For one exchange. */
final class Expressions {
    private final ExpressionLengths lengths = new ExpressionLengths();
    private long cost;

    /** Why an expression, or a term of a list in its place, is not sent; null if it is. */
    @Nullable String problem(JsonCursor at) {
        if (at.isOversized() || !isTerm(at) && !lengths.takes(at.text().length())) {
            return ExpressionLengths.WHY;
        }
        return add(LuceneExpression.cost(at.text())) ? null : LuceneExpression.WHY;
    }

    // The elements of a list are terms, not expressions.
    private static boolean isTerm(JsonCursor at) {
        return at.name() == null;
    }

    /** Adds those in a query in Lucene's syntax; whether all are still sent. */
    boolean takeThoseIn(String query) {
        return add(QueryText.costOfExpressions(query));
    }

    private boolean add(long more) {
        cost += more;
        return cost <= LuceneExpression.MOST_COST;
    }
}

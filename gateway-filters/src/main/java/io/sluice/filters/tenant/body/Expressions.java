package io.sluice.filters.tenant.body;

import io.sluice.api.JsonCursor;
import io.sluice.filters.tenant.names.LuceneExpression;
import io.sluice.filters.tenant.names.QueryText;

/** What the regular expressions of one request cost together. For one exchange. */
final class Expressions {
    private long cost;

    /** Adds an expression; whether all are still sent. */
    boolean takes(JsonCursor at) {
        return !at.isOversized() && add(LuceneExpression.cost(at.text()));
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

package io.sluice.filters.tenant.body;

import io.sluice.filters.tenant.grammar.Reference;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.names.FuzzyText;
import io.sluice.filters.tenant.names.LuceneExpression;
import io.sluice.filters.tenant.names.QueryText;
import org.jspecify.annotations.Nullable;

/** Judges the texts of queries in languages of their own. Stateless. */
final class QueryTexts {

    private static final String OTHER_TERMS = "a fuzzy term chooses among the terms of all tenants' documents";

    private QueryTexts() {}

    /**
     * Why a text is denied; null if it is not.
     *
     * @param several whether the request is for several indices with fields of different names
     * @param expressions of the request so far
     */
    static @Nullable String problem(Reference kind, String text, boolean several, Expressions expressions) {
        if (QueryText.isHarmful(text)) {
            return QueryText.HARM;
        } else if (!expressions.takeThoseIn(text)) {
            return LuceneExpression.WHY;
        } else if (several && kind == Reference.QUERY_TEXT && QueryText.namesField(text)) {
            return Member.FIELD_OF_SEVERAL;
        }
        return kind == Reference.EXACT_TEXT && FuzzyText.mayStandIn(text) ? OTHER_TERMS : null;
    }
}

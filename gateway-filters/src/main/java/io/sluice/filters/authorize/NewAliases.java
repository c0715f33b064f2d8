package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.Set;

/**
 * Judges the aliases that a new index gets with its settings. For one body; on its exchange's event loop.
 *
 * @param access of the request
 */
record NewAliases(Access access) implements JsonVisitor {

    private static final String ALIASES = "aliases";

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.depth() == 0 || at.depth() == 1 && at.nameIs(ALIASES)) {
            return JsonEdit.descend();
        }
        String alias = at.depth() == 2 && at.nameAtIs(1, ALIASES) ? at.name() : null;
        Reply refusal = alias == null ? null : access.of(Set.of(EndpointClass.MANAGE), alias);
        return refusal == null ? JsonEdit.verbatim() : new JsonEdit.Refuse(refusal);
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;

/**
 * Judges a body that closes handles: who may not read everything must not close those of all. For one body; on its exchange's event loop.
 *
 * @param access of the request
 */
record AllHandles(Access access) implements JsonVisitor {

    /** What stands for all handles. */
    static final String ALL = "_all";

    @Override
    public JsonEdit onValue(JsonCursor at) {
        Reply refusal = at.stringIs(ALL) ? access.ofAny(EndpointClass.READ) : null;
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }
}

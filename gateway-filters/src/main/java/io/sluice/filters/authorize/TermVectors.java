package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.search.TermVectorsBody;
import java.util.List;

/**
 * Refuses, in the body of a {@code _termvectors} or {@code _mtermvectors}, what servers never come to the end of: nobody else gets an answer of
 * that thread any more. For one body; on its exchange's event loop.
 *
 * @param named judges the rest
 */
record TermVectors(NamedIndices named) implements JsonVisitor {

    @Override
    public JsonEdit onValue(JsonCursor at) {
        return TermVectorsBody.isEndless(at)
                ? new JsonEdit.Refuse(Reply.error(400, "parsing_exception", at.place() + " is not an object"))
                : named.onValue(at);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return named.onObjectEnd(at);
    }
}

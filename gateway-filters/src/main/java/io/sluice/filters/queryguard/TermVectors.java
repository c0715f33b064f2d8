package io.sluice.filters.queryguard;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.filters.search.TermVectorsBody;

/** Judges the body of a {@code _termvectors} or {@code _mtermvectors}. For one body; on its exchange's event loop. */
record TermVectors(Judge judge) implements JsonVisitor {

    @Override
    public JsonEdit onValue(JsonCursor at) {
        JsonEdit refusal = TermVectorsBody.isEndless(at) ? GuardVisitor.edit(judge.endless(at::place)) : null;
        return refusal == null ? JsonEdit.descend() : refusal;
    }
}

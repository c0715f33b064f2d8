package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.search.HeaderIndices;
import java.util.List;

/** Judges the header of one search of an {@code _msearch}. For one header; on its exchange's event loop. */
final class SearchHeader implements JsonVisitor {

    private final NamedIndices all;
    private final HeaderIndices indices = new HeaderIndices();

    SearchHeader(Access access, OwnHandles handles) {
        this.all = NamedIndices.ofDocuments(access, handles);
    }

    /** See {@link HeaderIndices#meansAll}. */
    boolean meansAll(boolean others) {
        return indices.meansAll(others);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        String problem = indices.problem(at);
        return problem == null
                ? all.onValue(at)
                : new JsonEdit.Refuse(Reply.error(400, "illegal_argument_exception", problem));
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return all.onObjectEnd(at);
    }
}

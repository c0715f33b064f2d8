package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges what the definition of an index names: its aliases, what their filters look up, and the indices that its fields look up. For one
 * body; on its exchange's event loop.
 */
final class IndexDefinition implements JsonVisitor {

    private static final String ALIASES = "aliases";
    private static final String LOOKED_UP = "target_index";
    private static final String TYPE = "type";
    private static final String FIELD_NAME = "{name}";

    private final Access access;
    private final NamedIndices filters;

    IndexDefinition(Access access, OwnHandles handles) {
        this.access = access;
        this.filters = NamedIndices.ofQueries(access, handles);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.depth() > 2 && at.nameAtIs(1, ALIASES)) {
            return filters.onValue(at);
        }
        Reply refusal = refusal(at);
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return filters.onObjectEnd(at);
    }

    private @Nullable Reply refusal(JsonCursor at) {
        String name = at.name();
        if (name != null && at.depth() == 2 && at.nameAtIs(1, ALIASES)) {
            return access.of(Set.of(EndpointClass.MANAGE), name);
        }
        boolean text = at.kind() != JsonKind.OBJECT && at.kind() != JsonKind.ARRAY && at.kind() != JsonKind.NULL;
        if (!text || name == null) {
            return null;
        }
        // Queries in documents look up other documents when they are stored.
        if (name.equals(TYPE) && at.stringIs("percolator") || isFilledIn(name, at)) {
            return access.ofAny(EndpointClass.READ);
        }
        return name.equals(LOOKED_UP) ? access.of(Set.of(EndpointClass.READ), at.text()) : null;
    }

    // Servers put the name of a new field into texts and names of a dynamic template, so either could be said by it.
    private static boolean isFilledIn(String name, JsonCursor at) {
        return name.contains(FIELD_NAME)
                || (name.equals(TYPE) || name.equals(LOOKED_UP)) && at.text().contains(FIELD_NAME);
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
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
    private static final JsonNames LOOKED_UP_OR_TYPE = JsonNames.of("target_index", "type");
    private static final int LOOKED_UP = 0;
    private static final String FIELD_NAME = "{name}";
    /** The only member of an alias that has members. */
    private static final String FILTER = "filter";
    /** Servers pass over what they do not know, and take the members that follow for aliases. */
    private static final JsonEdit NO_ALIAS = new JsonEdit.Refuse(Reply.error(
            400, "parsing_exception", "aliases are an object of objects, whose only member with members is [filter]"));

    private final Access access;
    private final NamedIndices filters;
    private final NewAliases given;
    private final OpenNames open = new OpenNames(LOOKED_UP_OR_TYPE);

    /** @param index that is defined, or made anew behind this name */
    IndexDefinition(Access access, OwnHandles handles, @Nullable String index) {
        this.access = access;
        this.given = new NewAliases(access);
        if (index != null) {
            given.index(index);
        }
        this.filters = NamedIndices.ofFilters(access, handles);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (!isReadable(at)) {
            return NO_ALIAS;
        }
        if (isOfFilter(at)) {
            return filters.onValue(at);
        }
        filters.enter(at);
        open.enter(at);
        Reply refusal = refusal(at);
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }

    @Override
    public boolean refusesHalfPairs() {
        return true;
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return isOfFilter(at) ? filters.onObjectEnd(at) : List.of();
    }

    private static boolean isOfFilter(JsonCursor at) {
        return at.depth() > 2 && at.nameAtIs(1, ALIASES);
    }

    private static boolean isReadable(JsonCursor at) {
        if (at.depth() == 0 || at.depth() > 3 || !at.nameAtIs(1, ALIASES)) {
            return true;
        }
        return at.depth() < 3
                ? at.kind() == JsonKind.OBJECT
                : !at.kind().isContainer() || at.kind() == JsonKind.OBJECT && at.nameIs(FILTER);
    }

    private @Nullable Reply refusal(JsonCursor at) {
        String name = at.name();
        if (name != null && at.depth() == 2 && at.nameAtIs(1, ALIASES)) {
            Reply refusal = access.of(Set.of(EndpointClass.MANAGE), name);
            given.alias(name);
            return refusal == null ? given.refusal() : refusal;
        }
        // Servers put the name of a new field into texts and names of a dynamic template: either could be said by it.
        if (name != null && name.contains(FIELD_NAME)) {
            return access.ofAny(EndpointClass.READ);
        }
        boolean text = at.kind() != JsonKind.OBJECT && at.kind() != JsonKind.ARRAY && at.kind() != JsonKind.NULL;
        return text ? ofText(at) : null;
    }

    private @Nullable Reply ofText(JsonCursor at) {
        int name = open.position(at);
        if (name < 0) {
            return null;
        }
        boolean lookedUp = name == LOOKED_UP;
        // Queries in documents look up other documents when they are stored.
        if (at.text().contains(FIELD_NAME) || !lookedUp && at.stringIs("percolator")) {
            return access.ofAny(EndpointClass.READ);
        }
        return lookedUp ? access.of(Set.of(EndpointClass.READ), at.text()) : null;
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.handle.HandleKind;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the indices that a body names. A member that names indices anywhere counts wherever it stands, but for known places of fields: which
 * queries look up documents of other indices differs between servers, and their names for it do not. For one body; on its exchange's event loop.
 */
final class NamedIndices implements JsonVisitor {

    private static final JsonNames OF_QUERIES = JsonNames.of("index", "_index", "indices", "target_index");
    private static final JsonNames OF_ALIASES =
            JsonNames.of("index", "indices", "alias", "aliases", "_index", "target_index");
    private static final JsonNames ALIASES = JsonNames.of("alias", "aliases");
    private static final String ACTIONS = "actions";
    /** Actions that give no index another name. */
    private static final String REMOVE = "remove";

    private static final String REMOVE_INDEX = "remove_index";
    /** Queries that stand in a text: encoded, made of a template, or in a language that an agent translates. */
    private static final JsonNames TEXTS = JsonNames.of("wrapper", "template", "collate", "agentic");
    /** With an object, a pipeline of the request's own: its processors may replace the search by one that stands in a text. */
    private static final String SEARCH_PIPELINE = "search_pipeline";
    /** Objects whose members are named by indices. */
    private static final JsonNames BOOSTS = JsonNames.of("indices_boost");
    /** A shape of a document, of the index {@code shapes} unless it names another. */
    private static final String SHAPE = "indexed_shape";

    private static final String DEFAULT_SHAPES = "shapes";
    /** The only member of a shape that servers take for the name of its index. */
    private static final String INDEX_OF_SHAPE = "index";
    /** No index can have this name. */
    private static final List<JsonMember> NO_SHAPES = List.of(new JsonMember(INDEX_OF_SHAPE, Json.string("#")));

    private static final String DESTINATION = "dest";
    private static final String REMOTE = "remote";
    private static final String SCRIPT = "script";
    /** What is read in the place of indices. */
    private static final String POINT_IN_TIME = "pit";

    private static final JsonEdit NO_OBJECT =
            new JsonEdit.Refuse(Reply.error(400, "parsing_exception", "the body is not an object"));

    private final Access access;
    private final OwnHandles handles;
    private final JsonNames names;
    private final Set<EndpointClass> kinds;
    private final Body body;
    private final OpenNames open;
    private final OpenNames boosts = new OpenNames(BOOSTS);
    private final FieldPlaces places;
    /** Whether the last member names indices: servers read the actions of an alias without regard to where lists and objects end. */
    private boolean lastNames;
    /** Whether the last member that names something names an alias. */
    private boolean lastIsAlias;
    /** What gets which alias; null unless the body is about that. */
    private final @Nullable NewAliases given;
    /** Whether the body is a list of actions, each with names of its own. */
    private final boolean actions;
    /** The depth of what an action does; its names lie deeper. Servers take an object for a list of one action. */
    private int action;
    /** The depth of the last shape that named an index; 0 for none. */
    private int shaped;

    /** What kind of a body it is. */
    private enum Body {
        /** A search, or what has a query as searches have it. */
        SEARCH,
        /** A copy from indices to another. */
        COPY,
        /** Actions on aliases. */
        ALIASES,
        /** Filters of aliases in the definition of an index. */
        FILTERS,
        /** No query: what documents to read, or what indices. */
        DOCUMENTS
    }

    // A body that names what is read.
    private NamedIndices(Access access, OwnHandles handles, Body body) {
        this.access = access;
        this.handles = handles;
        this.names = OF_QUERIES;
        this.kinds = Set.of(EndpointClass.READ);
        this.body = body;
        this.given = null;
        this.actions = false;
        this.open = new OpenNames(names);
        this.places = new FieldPlaces(open);
    }

    private NamedIndices(Access access, OwnHandles handles, NewAliases given, boolean actions) {
        this.access = access;
        this.handles = handles;
        this.names = OF_ALIASES;
        this.kinds = Set.of(EndpointClass.MANAGE);
        this.body = Body.ALIASES;
        this.given = given;
        this.actions = actions;
        this.open = new OpenNames(names);
        this.places = new FieldPlaces(open);
    }

    /** For the body of a search, or one that has a query as searches have it. */
    static NamedIndices ofSearch(Access access, OwnHandles handles) {
        return new NamedIndices(access, handles, Body.SEARCH);
    }

    /** For a body that names documents to read, or indices, and has no query. */
    static NamedIndices ofDocuments(Access access, OwnHandles handles) {
        return new NamedIndices(access, handles, Body.DOCUMENTS);
    }

    /** For the filters of aliases, wherever they stand. */
    static NamedIndices ofFilters(Access access, OwnHandles handles) {
        return new NamedIndices(access, handles, Body.FILTERS);
    }

    /** For the body of a copy from indices to another. */
    static NamedIndices ofCopy(Access access, OwnHandles handles) {
        return new NamedIndices(access, handles, Body.COPY);
    }

    /** For actions on aliases. */
    static NamedIndices ofActions(Access access, OwnHandles handles) {
        return new NamedIndices(access, handles, new NewAliases(access), true);
    }

    /**
     * For what an alias is.
     *
     * @param indices in the path
     * @param alias in the path
     */
    static NamedIndices ofAlias(Access access, OwnHandles handles, String indices, String alias) {
        NewAliases given = new NewAliases(access);
        given.index(indices);
        given.alias(alias);
        return new NamedIndices(access, handles, given, false);
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.depth() == 0 && at.kind() != JsonKind.OBJECT) {
            return NO_OBJECT;
        }
        enter(at);
        if (body == Body.SEARCH && at.depth() > 0 && at.nameAtIs(1, POINT_IN_TIME)) {
            return pointInTime(at);
        }
        if (at.name() != null) {
            lastNames = at.nameIn(names) >= 0;
            lastIsAlias = lastNames ? at.nameIn(ALIASES) >= 0 : lastIsAlias;
        }
        if (given != null && actions && beginsAction(at)) {
            given.begin();
        }
        Reply refusal = ofWhole(at);
        if (refusal == null && isScalar(at.kind()) && namesIndices(at)) {
            noteShape(at);
            boolean written = body == Body.COPY && at.nameAtIs(1, DESTINATION);
            refusal = access.of(written ? Set.of(EndpointClass.WRITE) : kinds, at.text());
            refusal = refusal == null ? ofGiven(at) : refusal;
        }
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }

    @Override
    public boolean refusesHalfPairs() {
        return body == Body.ALIASES;
    }

    private @Nullable Reply ofGiven(JsonCursor at) {
        if (given == null || actions && removes(at)) {
            return null;
        }
        if (lastIsAlias) {
            given.alias(at.text());
        } else {
            given.index(at.text());
        }
        return given.refusal();
    }

    private boolean beginsAction(JsonCursor at) {
        if (at.depth() == 1 && at.nameIs(ACTIONS)) {
            action = at.kind() == JsonKind.ARRAY ? 3 : 2;
        }
        return at.depth() == action - 1 && at.kind() == JsonKind.OBJECT && at.nameAtIs(1, ACTIONS);
    }

    private boolean removes(JsonCursor at) {
        return at.depth() > action
                && at.nameAtIs(1, ACTIONS)
                && (at.nameAtIs(action, REMOVE) || at.nameAtIs(action, REMOVE_INDEX));
    }

    /** Takes notice of a value that is not judged here, though what is within it may be. */
    void enter(JsonCursor at) {
        open.enter(at);
        boosts.enter(at);
        if (body == Body.SEARCH) {
            places.enter(at);
        }
    }

    private JsonEdit pointInTime(JsonCursor at) {
        boolean container = at.kind() == JsonKind.OBJECT || at.kind() == JsonKind.ARRAY;
        if (at.depth() > 1 && !container && at.nameAtIs(2, "id")) {
            handles.expectIds();
            return handles.edit(HandleKind.POINT_IN_TIME, at);
        }
        // A search without the id of one would be a search of all indices.
        Reply refusal = at.depth() == 1 && at.kind() != JsonKind.OBJECT ? access.ofAny(EndpointClass.READ) : null;
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }

    // What counts by its name alone.
    private @Nullable Reply ofWhole(JsonCursor at) {
        if (at.name() == null) {
            return null;
        }
        if (at.nameIn(TEXTS) >= 0 && at.kind() == JsonKind.OBJECT && !isClientsWord(at)) {
            return access.ofAny(EndpointClass.READ);
        }
        if (at.kind().isContainer() && at.nameIs(SEARCH_PIPELINE) && isOfSearch(at)) {
            return access.ofAny(EndpointClass.READ);
        }
        boolean copies = body == Body.COPY;
        if (copies && at.depth() == 2 && at.nameIs(REMOTE)) {
            return access.ofNone(EndpointClass.CLUSTER);
        }
        if (copies && at.depth() == 2 && at.nameIs(POINT_IN_TIME)) {
            return access.ofAny(EndpointClass.READ);
        }
        // It may choose another index for each document.
        if (copies && at.depth() == 1 && at.nameIs(SCRIPT)) {
            return access.ofAny(EndpointClass.WRITE);
        }
        // Servers take the members behind it for those of the shape.
        boolean container = at.kind() == JsonKind.OBJECT || at.kind() == JsonKind.ARRAY;
        if (!container && at.nameIs(SHAPE) && isShape(at)) {
            return access.of(kinds, DEFAULT_SHAPES);
        }
        return boosts.around(at) >= 0 ? access.of(Set.of(EndpointClass.READ), at.name()) : null;
    }

    /** Whether it is a member of the search itself. */
    private boolean isOfSearch(JsonCursor at) {
        return switch (body) {
            case SEARCH -> at.depth() == 1;
            case COPY -> at.depth() == 2;
            default -> false;
        };
    }

    private void noteShape(JsonCursor at) {
        if (at.nameIs(INDEX_OF_SHAPE) && at.depth() > 1 && at.nameAtIs(at.depth() - 1, SHAPE)) {
            shaped = at.depth() - 1;
        }
    }

    private boolean namesIndices(JsonCursor at) {
        return isNamed(at) && !isField(at);
    }

    private boolean isField(JsonCursor at) {
        return body == Body.SEARCH && places.of(at).isField();
    }

    /** Whether it is called as its client likes. */
    private boolean isClientsWord(JsonCursor at) {
        return body == Body.SEARCH && places.of(at).isClientsWord();
    }

    // Servers do not mind how many lists are around a name.
    private boolean isNamed(JsonCursor at) {
        return open.position(at) >= 0 || body == Body.ALIASES && lastNames && open.isElement(at);
    }

    private static boolean isScalar(JsonKind kind) {
        return switch (kind) {
            case OBJECT, ARRAY, NULL -> false;
            default -> true;
        };
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        if (at.depth() == 0 || !at.nameIs(SHAPE)) {
            return List.of();
        }
        boolean own = shaped == at.depth();
        shaped = 0;
        return own || !isShape(at) || access.of(kinds, DEFAULT_SHAPES) == null ? List.of() : NO_SHAPES;
    }

    /** Whether what is called as a shape may be one. */
    private boolean isShape(JsonCursor at) {
        return switch (body) {
            case SEARCH -> !isClientsWord(at);
            case DOCUMENTS -> false;
            default -> true;
        };
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the indices that a body names. A member that names indices anywhere counts wherever it stands: which queries look up documents of
 * other indices differs between servers, and their names for it do not. For one body; on its exchange's event loop.
 */
final class NamedIndices implements JsonVisitor {

    private static final JsonNames OF_QUERIES = JsonNames.of("index", "_index", "indices", "target_index");
    private static final JsonNames OF_ALIASES = JsonNames.of("index", "indices", "alias", "aliases");
    private static final String DESTINATION = "dest";
    private static final String REMOTE = "remote";

    private final Access access;
    private final JsonNames names;
    private final Set<EndpointClass> kinds;
    private final boolean copies;
    private boolean listed;
    private boolean named;

    private NamedIndices(Access access, JsonNames names, EndpointClass kind, boolean copies) {
        this.access = access;
        this.names = names;
        this.kinds = Set.of(kind);
        this.copies = copies;
    }

    /** For a body with queries or documents to read. */
    static NamedIndices ofQueries(Access access) {
        return new NamedIndices(access, OF_QUERIES, EndpointClass.READ, false);
    }

    /** For the body of a copy from indices to another. */
    static NamedIndices ofCopy(Access access) {
        return new NamedIndices(access, OF_QUERIES, EndpointClass.READ, true);
    }

    /** For actions on aliases. */
    static NamedIndices ofAliases(Access access) {
        return new NamedIndices(access, OF_ALIASES, EndpointClass.MANAGE, false);
    }

    /**
     * Whether the body is without the names of its indices, so that others count.
     *
     * @param others whether there are others; an empty list replaces them, too, and means all
     */
    boolean meansAll(boolean others) {
        return listed ? !named : !others;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        listed |= at.depth() == 1 && at.nameIn(names) >= 0;
        Reply refusal = null;
        if (copies && at.depth() == 2 && at.nameIs(REMOTE)) {
            refusal = access.ofNone(EndpointClass.CLUSTER);
        } else if (isScalar(at.kind()) && namesIndices(at)) {
            named = true;
            boolean written = copies && at.nameAtIs(1, DESTINATION);
            refusal = access.of(written ? Set.of(EndpointClass.WRITE) : kinds, at.text());
        }
        return refusal == null ? JsonEdit.descend() : new JsonEdit.Refuse(refusal);
    }

    private boolean namesIndices(JsonCursor at) {
        if (at.name() != null) {
            return at.nameIn(names) >= 0;
        }
        @Nullable String list = at.depth() == 0 ? null : at.nameAt(at.depth() - 1);
        return list != null && names.asList().contains(list);
    }

    private static boolean isScalar(JsonKind kind) {
        return switch (kind) {
            case OBJECT, ARRAY, NULL -> false;
            default -> true;
        };
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.List;

/**
 * Judges the header of one search of an {@code _msearch}. Servers read it as a map: of two members that name its indices either may count,
 * and what is no text becomes one, which they split at its commas. So there is one such member at most, of texts. For one header; on its
 * exchange's event loop.
 */
final class SearchHeader implements JsonVisitor {

    private static final String INDEX = "index";
    private static final String INDICES = "indices";

    private static final JsonEdit SEVERAL =
            new JsonEdit.Refuse(Reply.error(400, "illegal_argument_exception", "the header names its indices twice"));
    private static final JsonEdit NO_NAMES = new JsonEdit.Refuse(Reply.error(
            400,
            "illegal_argument_exception",
            "the indices of the header are neither a string nor an array of strings"));

    private final NamedIndices all;
    private boolean listed;
    private boolean named;

    SearchHeader(Access access, OwnHandles handles) {
        this.all = NamedIndices.ofQueries(access, handles);
    }

    /**
     * Whether the header is without the names of its indices, so that others count.
     *
     * @param others whether there are others; an empty list replaces them, too, and means all
     */
    boolean meansAll(boolean others) {
        return listed ? !named : !others;
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.depth() > 0 && (at.nameAtIs(1, INDEX) || at.nameAtIs(1, INDICES))) {
            if (at.depth() == 1 && listed) {
                return SEVERAL;
            }
            if (!mayName(at)) {
                return NO_NAMES;
            }
            listed = true;
            named |= at.kind() == JsonKind.STRING;
        }
        return all.onValue(at);
    }

    private static boolean mayName(JsonCursor at) {
        return switch (at.kind()) {
            case STRING -> true;
            case ARRAY, NULL -> at.depth() == 1;
            default -> false;
        };
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return all.onObjectEnd(at);
    }
}

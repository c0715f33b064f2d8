package io.sluice.filters.search;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;

/**
 * Refuses a line of an {@code _msearch}, whatever is in it.
 *
 * @param edit that refuses
 */
public record RefusedLine(JsonEdit edit) implements JsonVisitor {

    private static final Json NO_SEARCH = Json.parse("[]");

    /** Refuses it with a reply. */
    public RefusedLine(Reply reply) {
        this(new JsonEdit.Refuse(reply));
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        return edit;
    }

    // No server takes this for a search, so none of the others runs either.
    @Override
    public Json onEmptyBody() {
        return NO_SEARCH;
    }
}

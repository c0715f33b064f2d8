package io.sluice.filters.search;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import java.util.List;

/**
 * Writes an empty first line of an {@code _msearch} as a header: Elasticsearch 7 would skip the line and take each search for a header.
 *
 * @param header what becomes of it
 */
public record FirstHeader(JsonVisitor header) implements JsonVisitor {

    private static final Json NOTHING = Json.parse("{}");

    @Override
    public JsonEdit onValue(JsonCursor at) {
        return header.onValue(at);
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        return header.onObjectEnd(at);
    }

    @Override
    public Json onEmptyBody() {
        return NOTHING;
    }
}

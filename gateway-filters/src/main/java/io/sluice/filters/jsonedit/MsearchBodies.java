package io.sluice.filters.jsonedit;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonRules;
import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import org.jspecify.annotations.Nullable;

/** Edits the searches of an {@code _msearch}, which are every second line. For one exchange. */
final class MsearchBodies implements LineVisitor {

    private final JsonVisitor search;

    MsearchBodies(JsonRules rules) {
        this.search = rules.visitor();
    }

    @Override
    public @Nullable JsonVisitor onLine(int line) {
        return line % 2 == 1 ? search : line == 0 ? FirstHeader.INSTANCE : null;
    }

    /**
     * Writes an empty first line as an explicit empty header: Elasticsearch 7 would skip the line and read the edited
     * searches as headers.
     */
    private static final class FirstHeader implements JsonVisitor {
        private static final FirstHeader INSTANCE = new FirstHeader();
        private static final Json NOTHING = Json.parse("{}");

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return JsonEdit.verbatim();
        }

        @Override
        public Json onEmptyBody() {
            return NOTHING;
        }
    }
}

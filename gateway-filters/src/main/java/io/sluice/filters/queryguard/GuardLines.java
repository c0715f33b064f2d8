package io.sluice.filters.queryguard;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import io.sluice.api.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges the headers and searches of an {@code _msearch}, which alternate. For one exchange; on its event loop. */
final class GuardLines implements LineVisitor {

    private static final Json NOTHING = Json.parse("{}");

    private final Judge judge;
    private final Page page;
    private final IndexExpression ofPath;
    private GuardVisitor header;

    /** @param ofPath the indices of searches whose headers name none */
    GuardLines(Judge judge, Page page, IndexExpression ofPath) {
        this.judge = judge;
        this.page = page;
        this.ofPath = ofPath;
        this.header = header();
    }

    private GuardVisitor header() {
        return new GuardVisitor(Places.ALL.searchHeader(), judge, page.copy(), false);
    }

    @Override
    public JsonVisitor onLine(int line) {
        if (line % 2 == 0) {
            header = header();
            return line == 0 ? new First(header) : header;
        }
        IndexExpression named = header.indices();
        // What the header names is judged there, unless its list is empty.
        Reply refusal = named == null || named.isAll() ? judge.indices(named == null ? ofPath : named) : null;
        return refusal == null
                ? new GuardVisitor(Places.ALL.search(), judge, page.copy(), true)
                : new Refusing(new JsonEdit.Refuse(refusal));
    }

    /** Writes an empty first line as a header: Elasticsearch 7 would skip the line and take each search for a header. */
    private record First(GuardVisitor header) implements JsonVisitor {

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

    private record Refusing(JsonEdit edit) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return edit;
        }

        // No server takes this for a search, so none of the others runs either.
        @Override
        public @Nullable Json onEmptyBody() {
            return Json.parse("[]");
        }
    }
}

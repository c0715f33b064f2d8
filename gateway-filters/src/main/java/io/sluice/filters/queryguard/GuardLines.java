package io.sluice.filters.queryguard;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.search.FirstHeader;
import io.sluice.filters.search.HeaderIndices;
import io.sluice.filters.search.RefusedLine;

/** Judges the headers and searches of an {@code _msearch}, which alternate. For one exchange; on its event loop. */
final class GuardLines implements LineVisitor {

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
            JsonVisitor checked = judge.watches(Kind.INDICES) || judge.watches(Kind.AMOUNTS)
                    ? new Header(header, judge, new HeaderIndices())
                    : header;
            return line == 0 ? new FirstHeader(checked) : checked;
        }
        IndexExpression named = header.indices();
        // What the header names is judged there, unless its list is empty.
        Reply refusal = named == null || named.isAll() ? judge.indices(named == null ? ofPath : named) : null;
        return refusal == null
                ? new GuardVisitor(Places.ALL.search(), judge, page.copy(), true)
                : new RefusedLine(refusal);
    }

    /** A header whose indices are looked at. */
    private record Header(GuardVisitor judged, Judge judge, HeaderIndices indices) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            String problem = indices.problem(at);
            JsonEdit refusal = problem == null ? null : GuardVisitor.edit(judge.unreadable(() -> problem));
            return refusal == null ? judged.onValue(at) : refusal;
        }
    }
}

package io.sluice.filters.authorize;

import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.search.FirstHeader;
import io.sluice.filters.search.RefusedLine;
import java.util.Set;

/** Judges the headers and searches of an {@code _msearch}, which alternate. For one exchange; on its event loop. */
final class SearchLines implements LineVisitor {

    private final Access access;
    private final boolean ofPath;
    private NamedIndices header;

    /** @param ofPath whether the path names the indices of searches whose headers name none */
    SearchLines(Access access, boolean ofPath) {
        this.access = access;
        this.ofPath = ofPath;
        this.header = NamedIndices.ofQueries(access);
    }

    @Override
    public JsonVisitor onLine(int line) {
        if (line % 2 == 0) {
            header = NamedIndices.ofQueries(access);
            return line == 0 ? new FirstHeader(header) : header;
        }
        Reply refusal = header.meansAll(ofPath) ? access.of(Set.of(EndpointClass.READ), null) : null;
        return refusal == null ? NamedIndices.ofQueries(access) : new RefusedLine(refusal);
    }
}

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
    private final OwnHandles handles;
    private final boolean ofPath;
    private final Set<Integer> ofPointsInTime;
    private SearchHeader header;

    /**
     * Makes the visitor of one body.
     *
     * @param ofPath whether the path names the indices of searches whose headers name none
     * @param ofPointsInTime the positions of searches that read what is open, as far as known
     */
    SearchLines(Access access, OwnHandles handles, boolean ofPath, Set<Integer> ofPointsInTime) {
        this.access = access;
        this.handles = handles;
        this.ofPath = ofPath;
        this.ofPointsInTime = ofPointsInTime;
        this.header = new SearchHeader(access, handles);
    }

    @Override
    public JsonVisitor onLine(int line) {
        if (line % 2 == 0) {
            header = new SearchHeader(access, handles);
            return line == 0 ? new FirstHeader(header) : header;
        }
        boolean all = header.meansAll(ofPath) && !ofPointsInTime.contains(line);
        Reply refusal = all ? access.of(Set.of(EndpointClass.READ), null) : null;
        return refusal == null ? NamedIndices.ofSearch(access, handles) : new RefusedLine(refusal);
    }
}

package io.sluice.filters.tenant;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.LineVisitor;
import io.sluice.api.Reply;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.query.BodyGrammar;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.RequestReferences;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines of several searches: a header and a search in turn. An empty list of indices would mean all there are, and is refused
 * with the search behind it, as whether it is empty shows at its end only; so is what can be for one index only and is for none. For
 * one exchange.
 */
final class TenantSearches implements LineVisitor {

    private static final JsonNames INDICES = JsonNames.of("index", "indices");
    private static final Json NO_SEARCH = Json.parse("[]");

    private final RequestReferences references;
    private final JsonVisitor header;
    private final JsonVisitor search;
    private final boolean namesEach;
    private final Header noting = new Header();
    private boolean listed;
    private boolean named;
    private @Nullable Member first;
    private boolean several;

    /**
     * Takes the grammars of both kinds of lines.
     *
     * @param namesEach true iff each header must name its indices, since nothing else says that they are the tenant's
     */
    TenantSearches(BodyGrammar bodies, RequestReferences references, boolean namesEach) {
        this.references = references;
        this.header = new GrammarVisitor(bodies.searchHeader(), references);
        this.search = new GrammarVisitor(bodies.of(BodyKind.MSEARCH), references);
        this.namesEach = namesEach;
    }

    @Override
    public JsonVisitor onLine(int line) {
        if (line % 2 == 0) {
            listed = false;
            named = false;
            first = null;
            several = false;
            references.useFirst();
            return noting;
        }
        boolean certain = !several && (named || !listed && !namesEach);
        return certain && !references.member().lacksIndex() && references.part() ? search : new Refusal();
    }

    /** Notes whether an index is named. */
    private final class Header implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            boolean name;
            if (at.depth() == 1) {
                boolean indices = at.nameIn(INDICES) >= 0;
                listed |= indices;
                name = indices && at.kind() != JsonKind.ARRAY;
            } else {
                // Where a header has a list, of anything, it is the indices'.
                name = listed && !at.kind().isContainer();
            }
            named |= name;
            JsonEdit edit = header.onValue(at);
            if (name) {
                several |= first != null && !references.member().isOfSameIndexAs(first);
                first = references.member();
            }
            return edit;
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return header.onObjectEnd(at);
        }

        @Override
        public JsonNames guardedNames() {
            return header.guardedNames();
        }

        @Override
        public @Nullable Json onEmptyBody() {
            return namesEach ? null : header.onEmptyBody();
        }
    }

    /** Stands for a search that must not be made. */
    private static final class Refusal implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return new JsonEdit.Refuse(Reply.error(
                    403, "security_exception", "a search names no index, or several where it can be for one only"));
        }

        // No server takes it for a search, so none of the others is made.
        @Override
        public Json onEmptyBody() {
            return NO_SEARCH;
        }
    }
}

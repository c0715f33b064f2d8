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
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.query.BodyGrammar;
import io.sluice.filters.tenant.query.Member;
import io.sluice.filters.tenant.query.RequestReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lines of several searches: a header and a search in turn. An empty list of indices would mean all there are, and is refused
 * with the search behind it, as whether it is empty shows at its end only; so is what can be for one index only and is for none. For
 * one exchange.
 */
final class TenantSearches implements LineVisitor {

    private static final List<JsonMember> ALIKE =
            List.of(new JsonMember(SortedSearches.SEARCH_TYPE, Json.string(SortedSearches.ALIKE)));
    private static final JsonNames INDICES = JsonNames.of("index", "indices");
    private static final Json NO_SEARCH = Json.parse("[]");

    private final RequestReferences references;
    private final JsonVisitor header;
    private final JsonVisitor pointInTimeHeader;
    private final Searches searches;
    private final Kind kind;
    private final Header noting = new Header();
    private boolean listed;
    private boolean named;
    private boolean routed;
    private @Nullable Member first;
    private boolean several;
    private boolean ofPointInTime;
    private boolean typed;
    private int searchLine;
    private @Nullable Member before;

    /** Gives the visitors of searches. */
    interface Searches {
        /**
         * That of one.
         *
         * @param pointInTime whether it reads a point in time, and names no index
         */
        JsonVisitor of(Member member, boolean pointInTime);
    }

    /**
     * What is known of several searches by their URL.
     *
     * @param namesEach whether each header must name its indices, since nothing else says that they are the tenant's
     * @param filtered whether answers may be left out, so that their order tells no more whose they are
     * @param only whom all of them must be for then; null if that is for the first to say
     * @param points in time that they read
     * @param alike whether shards are to be asked alike, as for {@link SortedSearches}
     */
    record Kind(
            boolean namesEach, boolean filtered, @Nullable Member only, PointsInTime points, Predicate<Member> alike) {}

    /**
     * Takes what both kinds of lines are.
     *
     * @param bodies what a header is
     * @param searches gives the visitor of a search by whom it is for
     * @param kind of searches
     */
    TenantSearches(BodyGrammar bodies, Searches searches, RequestReferences references, Kind kind) {
        this.references = references;
        this.header = new GrammarVisitor(bodies.searchHeader(), references);
        this.pointInTimeHeader = new GrammarVisitor(bodies.pointInTimeHeader(), references);
        this.searches = searches;
        this.kind = kind;
        this.before = kind.only();
    }

    @Override
    public JsonVisitor onLine(int line) {
        references.line(line + 1);
        if (line % 2 == 0) {
            listed = false;
            named = false;
            routed = false;
            first = null;
            several = false;
            typed = false;
            searchLine = line + 1;
            ofPointInTime = kind.points().isReadIn(searchLine);
            references.useFirst();
            return noting;
        }
        return ofPointInTime ? pointInTime(line) : indexed(line);
    }

    private JsonVisitor pointInTime(int line) {
        Member member = kind.points().member(line);
        if (member == null) {
            return refusal(RequestReferences.noContext());
        }
        references.use(member);
        return references.part() ? checked(line, member) : refusal(line, "too many indices");
    }

    private JsonVisitor indexed(int line) {
        boolean certain = !several && (named || !listed && !kind.namesEach());
        if (certain && !listed && references.member().lacksIndex()) {
            Member all = references.member().ofSeveral(null);
            references.use(all == null ? references.member() : all);
        }
        Member member = references.member();
        if (!certain || member.lacksIndex() || !references.part()) {
            return refusal(line, "it names no index, or several where it can be for one only, or in several layouts");
        }
        return checked(line, member);
    }

    private JsonVisitor checked(int line, Member member) {
        if (routed && member.ids().routing() != null) {
            return refusal(line, "the tenant's name is the routing in this layout");
        }
        if (kind.filtered() && member.isOfSeveral()) {
            return refusal(line, "with filter_path, the index of a hit may be left out by which its names are known");
        }
        if (kind.filtered() && before != null && !member.isOfSameIndexAs(before)) {
            return refusal(line, "with filter_path, answers from several indices cannot be told apart");
        }
        before = member;
        return searches.of(member, ofPointInTime);
    }

    private static JsonVisitor refusal(int headerLine, String why) {
        return refusal(Reply.error(
                403,
                "security_exception",
                "the search whose header is line " + headerLine + " is denied to tenants: " + why));
    }

    /** What refuses the request in the place of a search that must not be made. */
    static JsonVisitor refusal(Reply reply) {
        return new Refusal(reply);
    }

    /** Notes whether an index is named. */
    private final class Header implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            boolean name;
            if (at.depth() == 0 && at.kind() != JsonKind.OBJECT) {
                return references.denied(at, "an object must stand here");
            }
            if (at.depth() == 1 && at.nameIs(SortedSearches.SEARCH_TYPE)) {
                return searchType(at);
            }
            if (ofPointInTime) {
                routed |= at.nameIs("routing");
                return at.kind() == JsonKind.ARRAY ? references.denied(at, "no list may stand here") : of().onValue(at);
            }
            if (at.depth() == 1) {
                routed |= at.nameIs("routing");
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
                join();
                first = references.member();
            }
            return edit;
        }

        private JsonVisitor of() {
            return ofPointInTime ? pointInTimeHeader : header;
        }

        // The other one is what servers do without any.
        private JsonEdit searchType(JsonCursor at) {
            typed |= at.stringIs(SortedSearches.ALIKE);
            return at.stringIs("query_then_fetch") ? JsonEdit.drop() : of().onValue(at);
        }

        private List<JsonMember> alike(List<JsonMember> added) {
            if (typed || !kind.alike().test(searched())) {
                return added;
            }
            List<JsonMember> more = new ArrayList<>(added);
            more.addAll(ALIKE);
            return more;
        }

        private Member searched() {
            Member point = ofPointInTime ? kind.points().member(searchLine) : null;
            return point == null ? references.member() : point;
        }

        // The names of a list are one expression.
        private void join() {
            Member named = references.member();
            if (first != null && !named.isOfSameIndexAs(first)) {
                Member both = first.lacksIndex() || named.lacksIndex() ? null : first.with(named);
                several |= both == null;
                references.use(both == null ? named : both);
            }
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return at.depth() > 0 ? header.onObjectEnd(at) : alike(ofPointInTime ? List.of() : header.onObjectEnd(at));
        }

        @Override
        public JsonNames guardedNames() {
            return header.guardedNames();
        }

        @Override
        public @Nullable Json onEmptyBody() {
            if (kind.namesEach() || ofPointInTime) {
                return null;
            }
            Json empty = header.onEmptyBody();
            return empty != null && kind.alike().test(references.member()) ? withType(empty) : empty;
        }
    }

    // A header that is put there is an object with something in it.
    private static Json withType(Json header) {
        String text = header.toString();
        return Json.parse(text.substring(0, text.length() - 1) + ",\"" + SortedSearches.SEARCH_TYPE + "\":\""
                + SortedSearches.ALIKE + "\"}");
    }

    /** Stands for a search that must not be made. */
    private record Refusal(Reply reply) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return new JsonEdit.Refuse(reply);
        }

        // No server takes it for a search, so none of the others is made.
        @Override
        public Json onEmptyBody() {
            return NO_SEARCH;
        }
    }
}

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
import io.sluice.filters.search.HeaderIndices;
import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.RequestReferences;
import io.sluice.filters.tenant.grammar.GrammarVisitor;
import io.sluice.filters.tenant.member.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an {@code _msearch}: headers and searches alternate. A header with an empty list of indices would search
 * all of them. The visitor knows that a list is empty only at its end, so it refuses the search after the header. It
 * also refuses a search without an index in a layout that needs exactly one. For one exchange.
 */
final class TenantSearches implements LineVisitor {

    private static final int MOST_SEARCHES = 1000;

    private static final List<JsonMember> ALIKE =
            List.of(new JsonMember(SortedSearches.SEARCH_TYPE, Json.string(SortedSearches.ALIKE)));
    /** Besides the names of indices, what servers read as a list. */
    private static final JsonNames LISTS = JsonNames.of("index", "indices", "expand_wildcards", "types");

    private static final Json NO_SEARCH = Json.parse("[]");

    private final RequestReferences references;
    private final JsonVisitor header;
    private final JsonVisitor pointInTimeHeader;
    private final Searches searches;
    private final Kind kind;
    private final Header noting = new Header();
    private HeaderIndices indices = new HeaderIndices();
    private HeaderStates states = new HeaderStates();
    /** Whether wildcards of the header are sent as plain names. */
    private boolean plain;

    private boolean routed;
    private @Nullable Member first;
    private boolean several;
    private boolean ofPointInTime;
    private boolean typed;
    private int searchLine;
    private @Nullable Member before;

    /** Makes the visitors of searches. */
    interface Searches {
        /**
         * The visitor of one search.
         *
         * @param pointInTime whether the search reads a point in time, and so names no index
         */
        JsonVisitor of(Member member, boolean pointInTime);
    }

    /**
     * Properties of an {@code _msearch} that its URL determines.
     *
     * @param namesEach whether each header must name its indices, because only they identify the tenant
     * @param sendsPlain whether the URL's indices, which a header without any is for, are sent as plain names where they are wildcards
     * @param filtered whether responses may be omitted, so that their order no longer identifies their search
     * @param only member that all searches must then be for; null if the first search determines it
     * @param points in time that the searches read
     * @param alike whether all shards must be asked alike, see {@link SortedSearches}
     */
    record Kind(
            boolean namesEach,
            boolean sendsPlain,
            boolean filtered,
            @Nullable Member only,
            PointsInTime points,
            Predicate<Member> alike) {}

    /**
     * Makes the visitor of one body.
     *
     * @param bodies grammar of headers
     * @param searches makes the visitor of a search for its member
     * @param kind of searches
     */
    TenantSearches(BodyGrammar bodies, Searches searches, RequestReferences references, Kind kind) {
        this.references = references;
        this.header = new GrammarVisitor(bodies.searchHeader(), references);
        this.pointInTimeHeader = new GrammarVisitor(bodies.pointInTimeHeader(), references);
        this.searches = searches;
        this.kind = kind;
        this.before = kind.only();
        if (kind.filtered()) {
            references.buckets().together();
        }
    }

    @Override
    public JsonVisitor onLine(int line) {
        references.line(line + 1);
        if (line % 2 == 0) {
            indices = new HeaderIndices();
            states = new HeaderStates();
            plain = false;
            routed = false;
            first = null;
            several = false;
            typed = false;
            searchLine = line + 1;
            ofPointInTime = kind.points().isReadIn(searchLine);
            references.useFirst();
            return noting;
        }
        if (line / 2 >= MOST_SEARCHES) {
            return refusal(line, "a request must not have more than " + MOST_SEARCHES + " searches");
        }
        return ofPointInTime ? pointInTime(line) : indexed(line);
    }

    private JsonVisitor pointInTime(int line) {
        Member member = kind.points().member(line);
        if (member == null) {
            return refusal(RequestReferences.noContext());
        }
        references.use(member);
        return references.parts().search(member) ? checked(line, member) : refusal(line, "too many indices");
    }

    private JsonVisitor indexed(int line) {
        boolean certain = !several && !indices.meansAll(!kind.namesEach());
        if (certain && !indices.areThere() && references.member().lacksIndex()) {
            Member all = references.member().ofSeveral(null);
            references.use(all == null ? references.member() : all);
        }
        Member member = references.member();
        if (!certain || member.lacksIndex() || !references.parts().search(member)) {
            return refusal(line, "it must name indices of one layout, and only one index if the layout allows no more");
        }
        return checked(line, member);
    }

    private JsonVisitor checked(int line, Member member) {
        if (routed && member.ids().routing() != null) {
            return refusal(line, "the tenant's name is the routing in this layout");
        }
        boolean sendsPlain = indices.areThere() ? plain : kind.sendsPlain();
        if (sendsPlain && states.areFewer()) {
            return refusal(line, HeaderStates.WHY);
        }
        if (kind.filtered() && member.isOfSeveral()) {
            return refusal(line, "with filter_path, a hit may lack the index that its field names depend on");
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

    /** A visitor that refuses the request when it reaches a denied search. */
    static JsonVisitor refusal(Reply reply) {
        return new Refusal(reply);
    }

    /** Visits a header and records whether it names an index. */
    private final class Header implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            if (at.kind() == JsonKind.ARRAY && (ofPointInTime || at.depth() == 1 && at.nameIn(LISTS) < 0)) {
                return references.denied(at, "a list is not allowed here");
            }
            routed |= at.depth() == 1 && at.nameIs("routing");
            if (at.depth() == 1 && at.nameIs(SortedSearches.SEARCH_TYPE)) {
                return searchType(at);
            }
            if (ofPointInTime) {
                return pointInTimeHeader.onValue(at);
            }
            String problem = indices.problem(at);
            if (problem != null) {
                return references.denied(at, problem);
            }
            JsonEdit edit = header.onValue(at);
            states.note(at);
            if (indices.isName(at)) {
                plain |= references.member().names().sendsPlain(at.text());
                join();
                first = references.member();
            }
            return edit;
        }

        private JsonVisitor of() {
            return ofPointInTime ? pointInTimeHeader : header;
        }

        // query_then_fetch is the servers' default.
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

        // All names of a list form one expression.
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

    // An added header is a non-empty object.
    private static Json withType(Json header) {
        String text = header.toString();
        return Json.parse(text.substring(0, text.length() - 1) + ",\"" + SortedSearches.SEARCH_TYPE + "\":\""
                + SortedSearches.ALIKE + "\"}");
    }

    /** Refuses a search that must not be made. */
    private record Refusal(Reply reply) implements JsonVisitor {

        @Override
        public JsonEdit onValue(JsonCursor at) {
            return new JsonEdit.Refuse(reply);
        }

        // No server accepts this as a search, so none of the others runs either.
        @Override
        public Json onEmptyBody() {
            return NO_SEARCH;
        }
    }
}

package io.sluice.filters.tenant.body;

import io.sluice.api.Json;
import io.sluice.api.JsonMember;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.member.BaseFrames;
import io.sluice.filters.tenant.member.Member;
import io.sluice.filters.tenant.member.TenantMark;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Members that the gateway adds to a tenant's request if they are required but missing.
 *
 * @param member that the request is for
 * @param indices physical expression for a search of an {@code _msearch} that names no index
 */
record AddedMembers(Member member, String indices) {

    private static final List<JsonMember> LENIENT = List.of(new JsonMember("lenient", Json.bool(true)));
    private static final List<JsonMember> EXPANSIONS =
            List.of(new JsonMember("max_expansions", Json.number(Integer.MAX_VALUE)));
    private static final List<JsonMember> POST_FILTER =
            List.of(new JsonMember("post_filter", Json.parse("{\"match_all\":{}}")));
    /** Servers refuse both, and say why. */
    private static final List<JsonMember> NO_SLICE = List.of(new JsonMember("id", Json.number(-1)));

    private static final List<JsonMember> NO_SLICES = List.of(new JsonMember("max", Json.number(0)));
    private static final List<JsonMember> OBJECT_TYPE = List.of(new JsonMember("type", Json.string("object")));
    private static final List<JsonMember> COLLECT_MODE =
            List.of(new JsonMember("collect_mode", Json.string("breadth_first")));
    private static final List<JsonMember> EXECUTION_HINT =
            List.of(new JsonMember("execution_hint", Json.string("map")));

    static BaseFrames frames(Member member) {
        Member.Base base = member.base();
        if (base == null) {
            throw new IllegalStateException("nothing is put around documents in the layout of " + member.owner());
        }
        return base.frames();
    }

    /** Members to add at the end of an object that lacks a required one; empty if none is needed. */
    List<JsonMember> missing(ObjectRule.Required required) {
        return switch (required) {
            case QUERY, QUERY_OF_SEARCH -> member.mark().query();
            case QUERY_BESIDE_NEIGHBOURS -> member.mark().queryBesideNeighbours();
            case NEIGHBOURS -> List.of();
            case FILTER -> member.mark().filter();
            case ONLY_QUERY -> member.mark().givenQuery();
            case QUERY_OF_URL -> member.mark().urlQuery();
            case MARK -> member.mark().document();
            case FIELDS -> frames(member).allFields();
            case LENIENT -> LENIENT;
            case EXPANSIONS -> EXPANSIONS;
            case COLLECT_MODE -> COLLECT_MODE;
            case EXECUTION_HINT -> EXECUTION_HINT;
            case OBJECT_TYPE -> OBJECT_TYPE;
            case POST_FILTER -> POST_FILTER;
            case SLICE -> NO_SLICE;
            case SLICES -> NO_SLICES;
            case TOTAL -> HitTotals.EXACT;
            case ONE_BY_ONE -> OneByOne.MEMBER;
            case TYPE, EXPANSIONS_OF_TYPE, ALL_FIELDS -> List.of();
            case ACKNOWLEDGED, INDEX_OF_HIT -> throw new IllegalStateException("it belongs to answers: " + required);
            case INDICES -> List.of(new JsonMember("index", Json.string(indices)));
            case ROUTING -> {
                String routing = member.ids().routing();
                yield routing == null ? List.of() : List.of(new JsonMember("routing", Json.string(routing)));
            }
            case POINT_IN_TIME -> throw new IllegalStateException("a search without indices reads no point in time");
        };
    }

    private Json header() {
        String routing = member.ids().routing();
        String more = routing == null ? "" : ",\"routing\":" + Json.string(routing);
        return Json.parse("{\"index\":" + Json.string(indices) + more + "}");
    }

    /**
     * The body to send for a request without one; null for no body.
     *
     * @param postFiltered whether a search gets a post filter
     */
    @Nullable Json empty(ObjectRule.Required required, boolean postFiltered) {
        return switch (required) {
            case QUERY -> TenantMark.body(member.mark().query(), List.of());
            case QUERY_OF_SEARCH -> TenantMark.body(member.mark().query(), besideQuery(postFiltered));
            case ONLY_QUERY -> TenantMark.body(member.mark().givenQuery(), List.of());
            case QUERY_OF_URL -> TenantMark.body(member.mark().urlQuery(), List.of());
            case INDICES -> header();
            case NEIGHBOURS,
                    QUERY_BESIDE_NEIGHBOURS,
                    FILTER,
                    MARK,
                    ROUTING,
                    FIELDS,
                    LENIENT,
                    ACKNOWLEDGED,
                    INDEX_OF_HIT,
                    ALL_FIELDS,
                    TYPE,
                    COLLECT_MODE,
                    EXECUTION_HINT,
                    OBJECT_TYPE,
                    POST_FILTER,
                    TOTAL,
                    SLICE,
                    SLICES,
                    ONE_BY_ONE,
                    EXPANSIONS,
                    EXPANSIONS_OF_TYPE -> null;
            case POINT_IN_TIME -> throw new IllegalStateException("a search without indices has a body");
        };
    }

    private List<JsonMember> besideQuery(boolean postFiltered) {
        List<JsonMember> total = member.sharesIndex() ? HitTotals.EXACT : List.of();
        return Stream.concat((postFiltered ? POST_FILTER : List.<JsonMember>of()).stream(), total.stream())
                .toList();
    }
}

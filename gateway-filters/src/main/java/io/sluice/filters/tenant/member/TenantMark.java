package io.sluice.filters.tenant.member;

import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonTemplate;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Identifies documents by owner in an index that holds those of several: the field added to each document, and the
 * filter added to each query. Immutable.
 */
public final class TenantMark {

    /** For indices whose documents all belong to the tenant. */
    public static final TenantMark NONE = new TenantMark(null, null, List.of(), false);

    private static final String MARKED = "{\"term\":{$field:{\"value\":$tenant}}}";
    private static final JsonTemplate AROUND = around("[@query]");
    private static final JsonTemplate AROUND_LIST = around("@queries");

    /**
     * As {@link #AROUND}, but no clause of the client's query is required as it stands. Elasticsearch narrows the dates of a
     * shard, of any tenant, by the required ranges of a query before it makes buckets of dates, and fails with these dates in
     * the text where nothing is left. Of such a query no server knows without looking how many documents of a segment match, so
     * OpenSearch does not count a segment whose documents are all the tenant's in another way than others. The term keeps servers
     * from making the only clause a required one.
     */
    private static final JsonTemplate AROUND_OPTIONAL =
            JsonTemplate.parse("{\"bool\":{\"should\":[@query,{\"term\":{$field:{\"value\":\"\"}}}],"
                    + "\"minimum_should_match\":1,\"filter\":[" + MARKED + "]}}");

    private static final Json ALL = Json.parse("{\"match_all\":{}}");

    /**
     * The term keeps servers from dropping the range. They rewrite the match_none before asking any shard, so that
     * whether something was rewritten, which aggregations reveal, does not depend on the range.
     */
    private static final String KEPT =
            "{\"should\":[{\"range\":@range},{\"term\":{$field:{\"value\":\"\"}}},{\"bool\":{\"must\":[{\"match_none\":{}}]}}],"
                    + "\"minimum_should_match\":1}";

    private static final JsonTemplate BOUNDS = JsonTemplate.parse(KEPT);
    private static final JsonTemplate BOUNDS_IN_FILTER = JsonTemplate.parse("{\"filter\":{\"bool\":" + KEPT + "}}");

    /** Servers refuse this query like a missing one; if one did not, it would match nothing. */
    private static final List<JsonMember> REFUSED =
            List.of(new JsonMember("query", Json.parse("{\"bool\":{\"filter\":[{\"match_none\":{}},{}]}}")));

    private final @Nullable Field field;
    private final @Nullable JsonEdit wrap;
    private final List<JsonMember> query;
    private final boolean constantScores;

    /** The field, its value in documents, and the templates that wrap a query or a list of queries. */
    private record Field(
            String name,
            boolean overwrites,
            List<JsonMember> document,
            JsonTemplate.Filled aroundQuery,
            JsonTemplate.Filled around,
            JsonTemplate.Filled aroundList,
            JsonEdit bounds,
            JsonTemplate.Filled boundsInFilter) {}

    private TenantMark(@Nullable Field field, @Nullable JsonEdit wrap, List<JsonMember> query, boolean constantScores) {
        this.field = field;
        this.wrap = wrap;
        this.query = query;
        this.constantScores = constantScores;
    }

    /**
     * The mark of a tenant, or of one of a tenant's indices.
     *
     * @param overwrites whether a client's field of this name is left out; otherwise the document is refused
     */
    public static TenantMark of(String field, String value, boolean overwrites) {
        return of(AROUND, field, value, overwrites, false);
    }

    /** The same where several tenants share an index, and text queries have constant scores. */
    public static TenantMark ofConstantScores(String field, String tenant, boolean overwrites) {
        return of(AROUND_OPTIONAL, field, tenant, overwrites, true);
    }

    /** The same where several tenants share an index, and scores are the server's. */
    public static TenantMark ofServerScores(String field, String tenant, boolean overwrites) {
        return of(AROUND_OPTIONAL, field, tenant, overwrites, false);
    }

    private static TenantMark of(
            JsonTemplate template, String field, String tenant, boolean overwrites, boolean constantScores) {
        Map<String, String> values = Map.of("field", field, "tenant", tenant);
        JsonTemplate.Filled around = template.fill(values);
        List<JsonMember> document = List.of(new JsonMember(field, Json.string(tenant)));
        return new TenantMark(
                new Field(
                        field,
                        overwrites,
                        document,
                        around,
                        AROUND.fill(values),
                        AROUND_LIST.fill(values),
                        bounds(field),
                        BOUNDS_IN_FILTER.fill(Map.of("field", field))),
                new JsonEdit.Wrap(around, JsonEdit.descend()),
                filtered(around, ALL),
                constantScores);
    }

    private static JsonEdit bounds(String field) {
        JsonTemplate.Filled around = BOUNDS.fill(Map.of("field", field));
        return new JsonEdit.Rename("bool", new JsonEdit.Wrap(around, JsonEdit.descend()));
    }

    /**
     * The mark of several indices of a tenant, for read-only requests.
     *
     * @param field that holds the name of a document's index
     * @param filter that finds the documents of these indices
     */
    public static TenantMark ofSeveral(String field, Json filter) {
        JsonTemplate.Filled around = around("[@query]", filter.toString()).fill(Map.of());
        JsonTemplate.Filled aroundList = around("@queries", filter.toString()).fill(Map.of());
        return new TenantMark(
                new Field(field, false, List.of(), around, around, aroundList, JsonEdit.descend(), around),
                new JsonEdit.Wrap(around, JsonEdit.descend()),
                filtered(around, ALL),
                false);
    }

    private static JsonTemplate around(String queries) {
        return around(queries, MARKED);
    }

    private static JsonTemplate around(String queries, String filter) {
        return JsonTemplate.parse("{\"bool\":{\"must\":" + queries + ",\"filter\":[" + filter + "]}}");
    }

    /** The same mark, for a request whose URL has a query, which replaces that of the body. */
    public TenantMark withQuery(Json urlQuery) {
        Json counted = constantScores ? Json.parse("{\"constant_score\":{\"filter\":" + urlQuery + "}}") : urlQuery;
        return new TenantMark(field, null, filtered(marking().aroundQuery(), counted), constantScores);
    }

    private static List<JsonMember> filtered(JsonTemplate.Filled around, Json query) {
        return List.of(new JsonMember("query", inside(around, query)));
    }

    private static Json inside(JsonTemplate.Filled around, Json query) {
        String whole = new String(around.before(), StandardCharsets.UTF_8)
                + query
                + new String(around.after(), StandardCharsets.UTF_8);
        return Json.parse(whole);
    }

    /** The edit that adds the filter to a query; null if the body must have no query because the URL has one. */
    public @Nullable JsonEdit wrap() {
        return wrap;
    }

    /** The edit that adds the filter to a kNN filter, which is one query or a list. */
    public JsonEdit neighbours(boolean list) {
        return new JsonEdit.Wrap(list ? marking().aroundList() : marking().around(), JsonEdit.descend());
    }

    /**
     * The edit that combines a range with a query that matches nothing, so that no server drops a range it knows to
     * match nothing. Servers cannot resolve that query before they search.
     */
    public JsonEdit bounds() {
        return marking().bounds();
    }

    /** The same, as a template for the content of {@code constant_score}. */
    public JsonTemplate.Filled boundsInFilter() {
        return marking().boundsInFilter();
    }

    /** The filter of a kNN search that has none. */
    public List<JsonMember> filter() {
        return List.of(new JsonMember("filter", inside(marking().around(), ALL)));
    }

    /**
     * The query for a body with only a kNN search: the URL's, or one that matches nothing. Without it, a server without
     * kNN support would search all documents. Servers cannot resolve it before the kNN search.
     */
    public List<JsonMember> queryBesideNeighbours() {
        Json nobody = Json.parse("{\"term\":{" + Json.string(marking().name()) + ":{\"value\":\"\"}}}");
        return wrap == null ? query : filtered(marking().around(), nobody);
    }

    /** Whether documents get a field that identifies their tenant or index. */
    public boolean marks() {
        return field != null && !field.document().isEmpty();
    }

    private Field marking() {
        if (field == null) {
            throw new IllegalStateException("no filter is needed where an index is the tenant's own");
        }
        return field;
    }

    /** The query to add to a body without one. */
    public List<JsonMember> query() {
        return query;
    }

    /** The query to add to a body that must have one: the URL's, or one that servers refuse. */
    public List<JsonMember> givenQuery() {
        return wrap == null ? query : REFUSED;
    }

    /** The query to add to a body that need not have one: the URL's, if any. */
    public List<JsonMember> urlQuery() {
        return wrap == null ? query : List.of();
    }

    /** The body for a request without one: a query and further members; null without a query. */
    public static @Nullable Json body(List<JsonMember> query, List<JsonMember> more) {
        if (query.isEmpty()) {
            return null;
        }
        return Json.parse(Stream.concat(query.stream(), more.stream())
                .map(each -> Json.string(each.name()) + ":" + each.value())
                .collect(Collectors.joining(",", "{", "}")));
    }

    /** The members to add to each document. */
    public List<JsonMember> document() {
        return field == null ? List.of() : field.document();
    }

    /** Whether a client's field of this name is left out; otherwise the document is refused. */
    public boolean overwrites() {
        return field != null && field.overwrites();
    }

    /** Whether a string names the field or something inside it. */
    public boolean isMeant(JsonCursor at) {
        return field != null && at.stringStartsWith(field.name()) && isNamed(at.text());
    }

    private boolean isNamed(String name) {
        if (field == null || !name.startsWith(field.name())) {
            return false;
        }
        int length = field.name().length();
        return name.length() == length || ".^".indexOf(name.charAt(length)) >= 0;
    }

    /**
     * Whether a member's name is the field's. Elasticsearch ignores dots at the end of a name, and reads others as
     * objects.
     */
    public boolean isNamed(JsonCursor at) {
        String name = field != null && at.nameStartsWith(field.name()) ? at.name() : null;
        return name != null && isNamed(name);
    }

    /** Whether a human-readable text mentions the field. */
    public boolean isSpokenOf(String text) {
        if (field == null) {
            return false;
        }
        String name = field.name();
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            if ((at == 0 || !isNamePart(text.charAt(at - 1)))
                    && (end == text.length() || !isNamePart(text.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNamePart(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }
}

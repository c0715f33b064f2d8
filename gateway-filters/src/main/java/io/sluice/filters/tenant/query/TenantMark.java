package io.sluice.filters.tenant.query;

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
 * What tells a tenant's documents apart where several tenants' lie in one index: the field that each document gets, and the filter
 * that each query gets. Immutable.
 */
public final class TenantMark {

    /** Where every document of an index is the tenant's. */
    public static final TenantMark NONE = new TenantMark(null, null, List.of(), false);

    private static final JsonTemplate AROUND = around("[@query]");
    private static final JsonTemplate AROUND_LIST = around("@queries");
    private static final Json ALL = Json.parse("{\"match_all\":{}}");

    /**
     * The term keeps servers from dropping the range; they see through the other query before they ask any shard, so that whether
     * they have rewritten something, of which aggregations tell, does not depend on the range.
     */
    private static final String KEPT =
            "{\"should\":[{\"range\":@range},{\"term\":{$field:{\"value\":\"\"}}},{\"bool\":{\"must\":[{\"match_none\":{}}]}}],"
                    + "\"minimum_should_match\":1}";

    private static final JsonTemplate BOUNDS = JsonTemplate.parse(KEPT);
    private static final JsonTemplate BOUNDS_IN_FILTER = JsonTemplate.parse("{\"filter\":{\"bool\":" + KEPT + "}}");

    /** A server answers it as it answers a request without a query; if it did not, it would find nothing. */
    private static final List<JsonMember> REFUSED =
            List.of(new JsonMember("query", Json.parse("{\"bool\":{\"filter\":[{\"match_none\":{}},{}]}}")));

    private final @Nullable Field field;
    private final @Nullable JsonEdit wrap;
    private final List<JsonMember> query;
    private final boolean constantScores;

    /** The field, what a document gets under its name, and what stands around a query, or around a list of them. */
    private record Field(
            String name,
            boolean overwrites,
            List<JsonMember> document,
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
     * The mark of a tenant.
     *
     * @param overwrites whether a field of this name that a client writes is left out; otherwise the document is refused
     */
    public static TenantMark of(String field, String tenant, boolean overwrites) {
        Map<String, String> values = Map.of("field", field, "tenant", tenant);
        JsonTemplate.Filled around = AROUND.fill(values);
        List<JsonMember> document = List.of(new JsonMember(field, Json.string(tenant)));
        return new TenantMark(
                new Field(
                        field,
                        overwrites,
                        document,
                        around,
                        AROUND_LIST.fill(values),
                        bounds(field),
                        BOUNDS_IN_FILTER.fill(Map.of("field", field))),
                new JsonEdit.Wrap(around, JsonEdit.descend()),
                filtered(around, ALL),
                false);
    }

    /** The same where queries that find words have constant scores. */
    public TenantMark withConstantScores() {
        return new TenantMark(field, wrap, query, true);
    }

    private static JsonEdit bounds(String field) {
        JsonTemplate.Filled around = BOUNDS.fill(Map.of("field", field));
        return new JsonEdit.RenameAnd("bool", new JsonEdit.Wrap(around, JsonEdit.descend()));
    }

    /**
     * The mark of several indices of a tenant, for what only reads.
     *
     * @param field that has the name of a document's index
     * @param filter that finds the documents of these indices
     */
    public static TenantMark ofSeveral(String field, Json filter) {
        JsonTemplate.Filled around = around("[@query]", filter.toString()).fill(Map.of());
        JsonTemplate.Filled aroundList = around("@queries", filter.toString()).fill(Map.of());
        return new TenantMark(
                new Field(field, false, List.of(), around, aroundList, JsonEdit.descend(), around),
                new JsonEdit.Wrap(around, JsonEdit.descend()),
                filtered(around, ALL),
                false);
    }

    private static JsonTemplate around(String queries) {
        return around(queries, "{\"term\":{$field:{\"value\":$tenant}}}");
    }

    private static JsonTemplate around(String queries, String filter) {
        return JsonTemplate.parse("{\"bool\":{\"must\":" + queries + ",\"filter\":[" + filter + "]}}");
    }

    /** The same mark for a request whose URL has a query, which counts in the place of one in the body. */
    public TenantMark withQuery(Json urlQuery) {
        Json counted = constantScores ? ConstantScores.around(urlQuery) : urlQuery;
        return new TenantMark(field, null, filtered(marking().around(), counted), constantScores);
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

    /** The edit that completes a query; null if there is to be none because the URL has one. */
    @Nullable JsonEdit wrap() {
        return wrap;
    }

    /** The edit that completes the filter of neighbours, which is one query or a list of them. */
    JsonEdit neighbours(boolean list) {
        return new JsonEdit.Wrap(list ? marking().aroundList() : marking().around(), JsonEdit.descend());
    }

    /**
     * The edit that puts a range beside a query that finds nothing, so that no server drops what it knows to find nothing. It is
     * none that a server sees through before it searches.
     */
    JsonEdit bounds() {
        return marking().bounds();
    }

    /** The same as a template of what stands in {@code constant_score}. */
    JsonTemplate.Filled boundsInFilter() {
        return marking().boundsInFilter();
    }

    /** The filter of neighbours that have none. */
    List<JsonMember> filter() {
        return List.of(new JsonMember("filter", inside(marking().around(), ALL)));
    }

    /**
     * The query where a body has none but looks for neighbours: that of the URL, or one that finds nothing. Without it a server that
     * knew no neighbours would search all documents. It is none that a server sees through before it has looked for neighbours.
     */
    List<JsonMember> queryBesideNeighbours() {
        Json nobody = Json.parse("{\"term\":{" + Json.string(marking().name()) + ":{\"value\":\"\"}}}");
        return wrap == null ? query : filtered(marking().around(), nobody);
    }

    /** Whether documents get a field that tells them apart: those of several tenants, or of several indices of one. */
    public boolean marks() {
        return field != null && !field.document().isEmpty();
    }

    private Field marking() {
        if (field == null) {
            throw new IllegalStateException("no filter is needed where an index is the tenant's own");
        }
        return field;
    }

    /** The query where a body has none. */
    List<JsonMember> query() {
        return query;
    }

    /** The query where a body has none but must have one: that of the URL, or one that is refused. */
    List<JsonMember> givenQuery() {
        return wrap == null ? query : REFUSED;
    }

    /** The query where a body has none and need not have one: that of the URL, if there is one. */
    List<JsonMember> urlQuery() {
        return wrap == null ? query : List.of();
    }

    /** The body where there is none: a query, if there is one, and what belongs to it. */
    static @Nullable Json body(List<JsonMember> query, List<JsonMember> more) {
        if (query.isEmpty()) {
            return null;
        }
        return Json.parse(Stream.concat(query.stream(), more.stream())
                .map(each -> Json.string(each.name()) + ":" + each.value())
                .collect(Collectors.joining(",", "{", "}")));
    }

    /** What each document gets. */
    List<JsonMember> document() {
        return field == null ? List.of() : field.document();
    }

    /** Whether a field of this name in a document is left out; otherwise the document is refused. */
    boolean overwrites() {
        return field != null && field.overwrites();
    }

    /** Whether a string is the name of the field, or of something in it. */
    boolean isMeant(JsonCursor at) {
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
     * Whether a member's name is the field's. Elasticsearch takes dots at the end of a name for nothing, and others for objects.
     */
    public boolean isNamed(JsonCursor at) {
        String name = field != null && at.nameStartsWith(field.name()) ? at.name() : null;
        return name != null && isNamed(name);
    }

    /** Whether a text for people speaks of the field. */
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

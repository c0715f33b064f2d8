package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.tenant.body.BodyGrammar;
import io.sluice.filters.tenant.body.Features;
import io.sluice.filters.tenant.body.SearchGrammar;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.Endpoint;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.filters.tenant.endpoint.LayoutKind;
import io.sluice.filters.tenant.endpoint.Use;
import io.sluice.filters.tenant.grammar.ObjectRule;
import io.sluice.filters.tenant.grammar.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Keeps docs/tenants.md true: its tables are those of the code. {@code -Dsluice.docs.update=true} writes them anew. */
class TenantsDocTest {

    private static final Path DOC = Path.of("..", "docs", "tenants.md");
    private static final String BEGIN = "<!-- tables: made of the code, do not edit -->\n";
    private static final String END = "<!-- end of tables -->";
    private static final List<Place> PLACES = List.of(
            new Place(BodyKind.NEW_INDEX, ""),
            new Place(BodyKind.NEW_INDEX, "settings"),
            new Place(BodyKind.NEW_INDEX, "settings/analysis"),
            new Place(BodyKind.NEW_INDEX, "settings/analysis/analyzer/*"),
            new Place(BodyKind.NEW_INDEX, "mappings"),
            new Place(BodyKind.NEW_INDEX, "mappings/dynamic_templates/*"),
            new Place(BodyKind.NEW_INDEX, "aliases/*"),
            new Place(BodyKind.COPIED_INDEX, ""),
            new Place(BodyKind.ROLLOVER, ""),
            new Place(BodyKind.SETTINGS, ""),
            new Place(BodyKind.MAPPING, ""),
            new Place(BodyKind.MAPPING, "properties/*"),
            new Place(BodyKind.ALIAS, ""),
            new Place(BodyKind.ALIASES, "actions"),
            new Place(BodyKind.ALIASES, "actions/add"),
            new Place(BodyKind.ALIASES, "actions/remove"),
            new Place(BodyKind.ALIASES, "actions/remove_index"),
            new Place(BodyKind.DELETE_BY_QUERY, ""),
            new Place(BodyKind.UPDATE_BY_QUERY, ""),
            new Place(BodyKind.REINDEX, ""),
            new Place(BodyKind.REINDEX, "source"),
            new Place(BodyKind.REINDEX, "dest"),
            new Place(BodyKind.QUERY, ""),
            new Place(BodyKind.VALIDATED_QUERY, ""),
            new Place(BodyKind.EXPLAINED_QUERY, ""),
            new Place(BodyKind.FIELD_CAPS, ""),
            new Place(BodyKind.UPDATE, ""),
            new Place(BodyKind.MGET, ""),
            new Place(BodyKind.MGET, "docs"),
            new Place(BodyKind.ANALYSIS, ""),
            new Place(BodyKind.TERM_VECTORS, ""),
            new Place(BodyKind.TERM_VECTORS, "filter"),
            new Place(BodyKind.SEVERAL_TERM_VECTORS, ""),
            new Place(BodyKind.SEVERAL_TERM_VECTORS, "docs"),
            new Place(BodyKind.SCROLL, ""),
            new Place(BodyKind.NEW_POINT_IN_TIME, ""),
            new Place(BodyKind.POINT_IN_TIME, ""));
    private static final Set<String> COMMON = Set.of("pretty", "human", "error_trace", "format");

    /**
     * An object in a body.
     *
     * @param path names from the root on, {@code *} for names that clients choose
     */
    private record Place(BodyKind body, String path) {}

    @Test
    void listsEveryEndpointAndElementOfSearches() throws IOException {
        // Given
        String doc = Files.readString(DOC);
        int begin = doc.indexOf(BEGIN) + BEGIN.length();
        int end = doc.indexOf(END);

        // When
        String tables = tables();
        if (Boolean.getBoolean("sluice.docs.update")) {
            Files.writeString(DOC, doc.substring(0, begin) + tables + doc.substring(end));
        }

        // Then
        assertThat(doc.substring(begin, end)).isEqualTo(tables);
    }

    private static String tables() {
        StringBuilder text = new StringBuilder();
        text.append(
                        "\n## Endpoints\n\n`[{indices}]` may be left out, which means all of the tenant's indices. Every endpoint takes")
                .append(" `pretty`, `human`, `error_trace=false` and `format=json`.\n\n")
                .append("| methods | path | layouts | other URL parameters |\n|---|---|---|---|\n");
        for (Endpoint endpoint : EndpointTable.ALL.endpoints()) {
            text.append("| ").append(String.join(", ", endpoint.methods()));
            text.append(" | `").append(endpoint.path()).append("` | ");
            text.append(layouts(endpoint)).append(" | ");
            text.append(parameters(endpoint)).append(" |\n");
        }
        SearchGrammar own = new BodyGrammar(new Features.IndexPerTenant(Set.of())).searches();
        SearchGrammar shared =
                new BodyGrammar(new Features.Shared("tenant_id", false, true, false, Set.of())).searches();
        SearchGrammar nested = new BodyGrammar(new Features.Nested(Set.of())).searches();
        section(text, "Members of a search", own.body(), shared.body(), nested.body());
        section(text, "Queries", own.query(), shared.query(), nested.query());
        section(text, "Aggregations", own.aggregation(), shared.aggregation(), nested.aggregation());
        otherBodies(text);
        return text.append('\n').toString();
    }

    private static void otherBodies(StringBuilder text) {
        BodyGrammar own = new BodyGrammar(new Features.IndexPerTenant(Set.of()));
        BodyGrammar shared = new BodyGrammar(new Features.Shared("tenant_id", false, true, false, Set.of()));
        BodyGrammar nested = new BodyGrammar(new Features.Nested(Set.of()));
        text.append("\n## Members of other bodies\n\n")
                .append(
                        "`*` is any name that the client chooses. A setting may also be written with `index.` before it, within `index`,")
                .append(" and with objects in the place of its dots.\n\n")
                .append("| body | at | members | in `shared` | in `nested` |\n|---|---|---|---|---|\n");
        for (Place place : PLACES) {
            String usual = membersAt(own, place, LayoutKind.INDEX_PER_TENANT);
            String inShared = membersAt(shared, place, LayoutKind.SHARED);
            String inNested = membersAt(nested, place, LayoutKind.NESTED);
            text.append("| ")
                    .append(paths(place.body()))
                    .append(" | ")
                    .append(place.path().isEmpty() ? "the root" : "`" + place.path() + "`")
                    .append(" | ")
                    .append(usual)
                    .append(" | ")
                    .append(inShared.equals(usual) ? "the same" : inShared)
                    .append(" | ")
                    .append(inNested.equals(usual) ? "the same" : inNested)
                    .append(" |\n");
        }
    }

    private static String paths(BodyKind body) {
        return EndpointTable.ALL.endpoints().stream()
                .filter(endpoint -> endpoint.body() == body)
                .map(endpoint -> "`" + endpoint.path() + "`")
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String membersAt(BodyGrammar bodies, Place place, LayoutKind layout) {
        boolean allowed = EndpointTable.ALL.endpoints().stream()
                .anyMatch(endpoint ->
                        endpoint.body() == place.body() && endpoint.layouts().contains(layout));
        Rule rule = bodies.of(place.body());
        for (String name : place.path().isEmpty() ? new String[0] : place.path().split("/")) {
            ObjectRule object = object(rule);
            rule = name.equals("*") ? object.others() : object.named().get(name);
            if (rule == null) {
                return "**denied**";
            }
        }
        return allowed ? plainMembers(object(rule)) : "**denied**";
    }

    private static ObjectRule object(Rule rule) {
        return switch (rule) {
            case Rule.Whole whole -> whole.inner();
            case Rule.Few few -> object(few.each());
            case Rule.Kept kept -> object(kept.each());
            case Rule.Tallied counted -> object(counted.each());
            default -> (ObjectRule) rule;
        };
    }

    private static String plainMembers(ObjectRule object) {
        return object.named().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Rule.Denied)
                        && !entry.getKey().startsWith("index."))
                .map(entry -> "`" + entry.getKey() + "`")
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String layouts(Endpoint endpoint) {
        return endpoint.layouts().size() == LayoutKind.values().length
                ? "all"
                : endpoint.layouts().stream()
                        .map(kind -> "`" + kind.label() + "`")
                        .sorted()
                        .collect(Collectors.joining(", "));
    }

    private static String parameters(Endpoint endpoint) {
        Map<String, Use> rest = new TreeMap<>(endpoint.parameters().all());
        rest.keySet().removeAll(COMMON);
        return rest.entrySet().stream()
                .map(entry -> "`" + entry.getKey() + "`"
                        + (isPlain(entry.getValue())
                                ? ""
                                : " (" + entry.getValue().label() + ")"))
                .collect(Collectors.joining(", "));
    }

    private static boolean isPlain(Use use) {
        return use == Use.COPIED || use == Use.FIELDS || use == Use.FIELDS_OF_ITEMS;
    }

    private static void section(
            StringBuilder text, String title, ObjectRule own, ObjectRule shared, ObjectRule nested) {
        text.append("\n## ")
                .append(title)
                .append("\n\n| name | what becomes of it | in `shared` | in `nested` |\n|---|---|---|---|\n");
        for (String name : new TreeSet<>(own.named().keySet())) {
            String usual = describe(own.named().get(name));
            text.append("| `")
                    .append(name)
                    .append("` | ")
                    .append(usual)
                    .append(" | ")
                    .append(compared(shared.named().get(name), usual))
                    .append(" | ")
                    .append(compared(nested.named().get(name), usual))
                    .append(" |\n");
        }
    }

    private static String compared(Rule there, String usual) {
        String described = describe(there);
        return described.equals(usual) ? "the same" : described;
    }

    private static String describe(Rule rule) {
        return switch (rule) {
            case Rule.Any any -> "copied";
            case Rule.Scalar scalar -> "copied";
            case Rule.OneOf words ->
                words.words().stream().sorted().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
            case Rule.Bounded bounded -> bounded.bound();
            case Rule.Few few -> describe(few.each()) + ", at most " + few.most();
            case Rule.Tallied counted -> describe(counted.each());
            case Rule.Measured measured -> describe(measured.each());
            case Rule.Built built -> describe(built.each());
            case Rule.Kept kept -> describe(kept.each());
            case Rule.Content content ->
                "at most " + content.values().most() + " values and "
                        + content.characters().most() + " characters in all";
            case Rule.Refer refer -> refer.to().label();
            case Rule.Denied denied -> "**denied**: " + denied.why();
            case Rule.Left left -> "left out";
            case Rule.Whole whole -> "completed with a filter";
            case ObjectRule object -> describe(object);
        };
    }

    private static String describe(ObjectRule object) {
        if (object.others() != null) {
            return object.named().isEmpty() ? "under names of the client's" : "under a field: " + members(object);
        }
        return object.named().isEmpty() ? "allowed" : "members " + members(object);
    }

    private static String members(ObjectRule object) {
        ObjectRule shown =
                object.others() instanceof ObjectRule inner && !inner.named().isEmpty() ? inner : object;
        return shown.named().entrySet().stream()
                .filter(entry -> !(entry.getValue() instanceof Rule.Denied))
                .map(entry -> "`" + entry.getKey() + "`")
                .sorted()
                .collect(Collectors.joining(", "));
    }
}

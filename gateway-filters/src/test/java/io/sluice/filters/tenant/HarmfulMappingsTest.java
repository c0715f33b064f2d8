package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mappings with which one request or one document of a tenant ended a node for all tenants. */
class HarmfulMappingsTest extends AcmeTest {

    private static final String NESTED = "nested: { indices: [\"*\"], template: \"t-{tenant}\" }";

    HarmfulMappingsTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /** With such a field, a document with a large polygon ended a node of OpenSearch 2.19: it made 4^26 cells of it. */
    @ParameterizedTest
    @ValueSource(strings = {"\"tree_levels\":26", "\"tree_levels\":\"1\"", "\"precision\":\"1m\""})
    void areDeniedForShapesOfManyCells(String member) {
        String field = "{\"type\":\"geo_shape\",%s}";
        String template =
                "{\"mappings\":{\"dynamic_templates\":[{\"x\":{\"match\":\"a\",\"mapping\":" + field + "}}]}}";
        String mapping = "{\"properties\":{\"g\":" + field + "}}";

        assertDenied(acme("PUT", "/logs").body(template.formatted(member)).everySplit());
        assertDenied(
                acme("PUT", "/logs/_mapping").body(mapping.formatted(member)).everySplit());

        assertRelayed("PUT", "/logs/_mapping", mapping.formatted("\"orientation\":\"ccw\""));
    }

    /** A server makes an object of each part, within that of the one before: 2,000 to 8,000 of them use up the stack. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "PUT /logs {\"mappings\":MAPPING}",
                "PUT /logs {\"mappings\":{\"dynamic_templates\":[{\"t\":{\"mapping\":MAPPING}}]}}",
                "POST /logs/_rollover/to {\"mappings\":MAPPING}",
                "PUT /logs/_mapping MAPPING",
                "PUT /logs/_mapping {\"properties\":{\"b.c\":{\"type\":\"keyword\"},\"d\":MAPPING},\"dynamic\":true}",
                "POST /logs/_termvectors {\"doc\":DOCUMENT}",
                "POST /logs/_termvectors {\"doc\":{\"x\":[{\"a.b\":1},[DOCUMENT]]}}",
                "POST /logs/_search {\"query\":{\"more_like_this\":{\"like\":[{\"doc\":DOCUMENT}]}}}"
            })
    void areDeniedAmongNamesWithinEachOther(String request) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(method.length() + 1, request.indexOf(' ', method.length() + 1));
        String body = request.substring(method.length() + path.length() + 2);

        assertDenied(acme(method, path).body(deep(body, 3, 50)).everySplit());
        assertDenied(acme(method, path).body(deep(body, 21, 5)).everySplit());
        assertRelayed(method, path, deep(body, 2, 10));
        assertRelayed(method, path, deep(body, 24, 4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3, 50", "21, 5"})
    void areDeniedAmongNamesWithinEachOtherOfNestedIndices(String size) {
        AcmeTest nested = new AcmeTest(NESTED) {};
        int levels = Integer.parseInt(size.substring(0, size.indexOf(',')));
        int parts = Integer.parseInt(size.substring(size.indexOf(' ') + 1));

        assertDenied(nested.acme("PUT", "/logs/_mapping")
                .body(deep("MAPPING", levels, parts))
                .everySplit());
        nested.assertRelayed("PUT", "/logs/_mapping", deep("MAPPING", 9, 11));
        nested.stop();
    }

    /** Each field has as many parts as its own path. */
    @ParameterizedTest
    @ValueSource(strings = {"properties", "fields"})
    void areNotDeniedAmongNamesBesideEachOther(String members) {
        String name = "a.".repeat(48) + "a";
        String fields = list("LIST", "\"f#." + name + "\":{\"type\":\"keyword\"}", 10);
        String field = "{\"" + members + "\":{" + fields + "},\"type\":\"text\"}";

        assertThat(acme("PUT", "/logs/_mapping")
                        .body("{\"properties\":{\"o." + name + "\":" + field + ",\"p." + name + "\":" + field + "}}")
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    // With objects within each other in the place of a mapping or a document.
    private static String deep(String body, int levels, int parts) {
        String name = "a.".repeat(parts - 1) + "a";
        String mapping = "{\"properties\":{\"" + name + "\":";
        String document = "{\"" + name + "\":";
        return body.replace("MAPPING", mapping.repeat(levels) + "{\"type\":\"keyword\"}" + "}}".repeat(levels))
                .replace("DOCUMENT", document.repeat(levels) + "1" + "}".repeat(levels));
    }

    /** They choose a parser without a bound: with 5,000 collections within each other in a text, a document ended a node of OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {"\"strategy\":\"recursive\"", "\"tree\":\"quadtree\"", "\"tree\":null", "\"points_only\":true"})
    void areDeniedAmongOptionsOfShapes(String member) {
        String body = "{\"properties\":{\"g\":{\"type\":\"geo_shape\",%s}}}";
        AcmeTest nested = new AcmeTest(NESTED) {};

        for (AcmeTest tenant : List.of(this, nested)) {
            assertDenied(tenant.acme("PUT", "/logs/_mapping")
                    .body(body.formatted(member))
                    .everySplit());
            tenant.assertRelayed("PUT", "/logs/_mapping", body.formatted("\"orientation\":\"ccw\""));
        }
        assertDenied(acme("PUT", "/logs")
                .body("{\"mappings\":{\"dynamic_templates\":[{\"t\":{\"mapping\":{\"type\":\"geo_shape\"," + member
                        + "}}}]}}")
                .everySplit());
        nested.stop();
    }

    /** A histogram over one of them never ended on Elasticsearch 7.17, 8.19 and OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(strings = {"float_range", "long_range", "double_range", "date_range"})
    void areDeniedAmongRanges(String type) {
        String body = "{\"properties\":{\"f\":{\"type\":\"%s\"}}}";

        assertDenied(acme("PUT", "/logs/_mapping").body(body.formatted(type)).everySplit());
        assertRelayed("PUT", "/logs/_mapping", body.formatted("integer_range"));
        assertRelayed("PUT", "/logs/_mapping", body.formatted("ip_range"));
    }

    /** A percolator reads other indices; a type of the server's own choice is one of those that are allowed. */
    @Test
    void areDeniedAmongTypesThatFollowTheNameOfAField() {
        String body =
                "{\"dynamic_templates\":[{\"t\":{\"match\":\"a*\",\"mapping\":{\"type\":\"%s\",\"doc_values\":false}}}]}";

        for (String type : List.of("{name}", "perc{name}", "{dynamic_type}{name}", "{dynamic_type}_range", "")) {
            assertDenied(
                    acme("PUT", "/logs/_mapping").body(body.formatted(type)).everySplit());
        }
        assertDenied(acme("PUT", "/logs/_mapping")
                .body(body.formatted("TYPE").replace("\"TYPE\"", "null"))
                .everySplit());
        for (String type : List.of("{dynamic_type}", "{dynamicType}", "keyword")) {
            assertRelayed("PUT", "/logs/_mapping", body.formatted(type));
        }
    }

    /** A document of 6 KB kept a thread for half a minute: a server puts each input of a completion into each of its contexts. */
    @Test
    void areDeniedAmongContextsOfCompletions() {
        String body = "{\"properties\":{\"f\":{\"type\":\"completion\"%s}}}";
        String contexts = ",\"contexts\":[{\"name\":\"c\",\"type\":\"category\"}]";
        AcmeTest nested = new AcmeTest(NESTED) {};

        for (AcmeTest tenant : List.of(this, nested)) {
            assertDenied(tenant.acme("PUT", "/logs/_mapping")
                    .body(body.formatted(contexts))
                    .everySplit());
            tenant.assertRelayed("PUT", "/logs/_mapping", body.formatted(",\"max_input_length\":50"));
        }
        nested.stop();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"properties\":{\"f\":{\"type\":\"{dynamic_type}\"}}}",
                "{\"runtime\":{\"f\":{\"type\":\"{dynamic_type}\"}}}",
                "{\"dynamic_templates\":[{\"t\":{\"mapping\":{\"properties\":{\"f\":{\"type\":\"{dynamic_type}\"}}}}}]}"
            })
    void areDeniedForADynamicTypeOfOtherFields(String body) {
        assertDenied(acme("PUT", "/logs/_mapping").body(body).everySplit());
    }
}

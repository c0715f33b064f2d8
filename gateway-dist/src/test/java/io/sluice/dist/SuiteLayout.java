package io.sluice.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A layout in which the server's own suite is run. Where tenants cannot make an index, it is made as an operator would make it, and as near
 * to what the test says as the layout allows; the server is asked for the same.
 */
enum SuiteLayout {
    INDEX_PER_TENANT("[{ indexPerTenant: { indices: [\"*\"] } }]"),
    /** Mappings are the operator's, and not dynamic. */
    SHARED("[{ shared: { indices: [" + beginnings() + "], tenantField: tenant_id } }]"),
    /** One index, to which the tenant adds mappings. */
    NESTED("[{ nested: { indices: [\"*\"], deletes: documents } }]");

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final SuiteSide.Answer MADE =
            new SuiteSide.Answer(200, "{\"acknowledged\":true}", "application/json", java.util.List.of());

    /** Of the tenant whose requests they are. */
    static final String TENANT = "acme";

    private final String yaml;

    SuiteLayout(String yaml) {
        this.yaml = yaml;
    }

    private static String beginnings() {
        return IntStream.rangeClosed('a', 'z')
                .mapToObj(letter -> "\"" + (char) letter + "*\"")
                .collect(Collectors.joining(", "));
    }

    String yaml() {
        return yaml;
    }

    /** The body with which an index is made on the server alone; null where the test's own is. */
    JsonNode direct(JsonNode body) {
        return this == SHARED ? strict(body) : null;
    }

    /** Makes what indices get that a document makes: without it their mappings would not fit the layout. */
    void prepare(SuiteSide server) throws IOException, InterruptedException {
        if (this == SHARED) {
            ObjectNode template = strict(MAPPER.createObjectNode());
            template.putArray("index_patterns").add("*");
            SuiteSide.Answer made = server.send("PUT /_template/operator", template.toString(), false, Map.of());
            if (made.status() != 200) {
                throw new IOException("the template was not made: " + made);
            }
        }
    }

    /** Makes an index; null where the tenant does that. */
    SuiteSide.Answer created(SuiteSide server, SuiteSide tenant, String index, JsonNode body)
            throws IOException, InterruptedException {
        return switch (this) {
            case INDEX_PER_TENANT -> null;
            case SHARED -> server.send("PUT /" + index, strict(body).toString(), false, Map.of());
            case NESTED -> {
                if (server.send("HEAD /" + TENANT, "", false, Map.of()).status() == 404) {
                    server.send("PUT /" + TENANT, """
                            {"settings":{"number_of_shards":1,"number_of_replicas":0},"mappings":{"properties":{"baseIndex":{"type":"keyword",\
                            "similarity":"boolean"}}}}""", false, Map.of());
                }
                JsonNode mappings = body.path("mappings");
                yield mappings.path("properties").isEmpty()
                        ? MADE
                        : tenant.send("PUT /" + index + "/_mapping", mappings.toString(), false, Map.of());
            }
        };
    }

    private static ObjectNode strict(JsonNode body) {
        ObjectNode made = body.isObject() ? body.deepCopy() : MAPPER.createObjectNode();
        ObjectNode mappings = made.withObject("/mappings");
        mappings.put("dynamic", false);
        mappings.withObject("/properties").putObject("tenant_id").put("type", "keyword");
        return made;
    }
}

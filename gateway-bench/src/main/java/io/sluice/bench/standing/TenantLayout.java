package io.sluice.bench.standing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The layouts of the filter {@code tenant}, each with a page of ten hits as a cluster would show them of the tenant {@code acme}. */
enum TenantLayout {
    INDEX_PER_TENANT("indexPerTenant", "{ indices: [\"*\"] }") {
        @Override
        void describe(ObjectNode hit, int number) {
            hit.put("_index", "acme.test-10").put("_id", id(number)).put("_score", 1.0);
            city(hit.putObject("_source"), number);
        }
    },
    SHARED("shared", "{ indices: [\"test-1*\"] }") {
        @Override
        void describe(ObjectNode hit, int number) {
            hit.put("_index", "test-10").put("_id", "acme:" + id(number)).put("_score", 1.0);
            ObjectNode source = hit.putObject("_source");
            city(source, number);
            source.put("tenant_id", "acme");
        }
    },
    NESTED("nested", "{ indices: [\"*\"] }") {
        @Override
        void describe(ObjectNode hit, int number) {
            hit.put("_index", "acme").put("_id", "test-10:" + id(number)).put("_score", 1.0);
            ObjectNode source = hit.putObject("_source").put("baseIndex", "test-10");
            city(source.putObject("test-10"), number);
        }
    };

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int HITS = 10;
    private static final String HEADER = "header: { name: X-Tenant, trusted: [127.0.0.0/8] }";
    private static final String INDEX = "index: \"^(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)$\"";

    private final String key;
    private final String settings;

    TenantLayout(String key, String settings) {
        this.key = key;
        this.settings = settings;
    }

    /** Describes the hit of that number as the cluster stores it. */
    abstract void describe(ObjectNode hit, int number);

    /** The layout's key in the configuration. */
    String key() {
        return key;
    }

    /** The filter in one line of YAML, for a tenant who is named by the header {@code X-Tenant}. */
    String byHeader() {
        return filter(HEADER);
    }

    /** The filter in one line of YAML, for a tenant who is named within the name of the index: {@code test-acme-10} is its test-10. */
    String byIndex() {
        return filter(INDEX);
    }

    private String filter(String source) {
        return "[{ type: tenant, config: { from: [{ " + source + " }], layouts: [{ " + key + ": " + settings
                + " }] } }]";
    }

    /** The answer of a search with ten hits. */
    String page() {
        ObjectNode root = MAPPER.createObjectNode().put("took", 3).put("timed_out", false);
        root.putObject("_shards")
                .put("total", 1)
                .put("successful", 1)
                .put("skipped", 0)
                .put("failed", 0);
        ObjectNode outer = root.putObject("hits");
        outer.putObject("total").put("value", HITS).put("relation", "eq");
        outer.put("max_score", 1.0);
        ArrayNode hits = outer.putArray("hits");
        for (int i = 0; i < HITS; i++) {
            describe(hits.addObject(), i);
        }
        return root.toString();
    }

    private static String id(int number) {
        return Integer.toString(1000 + number);
    }

    private static void city(ObjectNode source, int number) {
        source.put("geonameid", 1_850_147 + number).put("name", "Tokyo " + number);
        source.putArray("alternatenames")
                .add("Toquio")
                .add("\u6771\u4eac\u90fd")
                .add("Tokio");
        source.put("country", "JP").put("population", 8_336_599).put("timezone", "Asia/Tokyo");
        source.putObject("location").put("lat", 35.6895).put("lon", 139.69171);
        source.put("modified", "2023-05-18")
                .put("feature", "P")
                .put("code", "PPLC")
                .put("admin1", "40")
                .put("elevation", 44);
    }
}

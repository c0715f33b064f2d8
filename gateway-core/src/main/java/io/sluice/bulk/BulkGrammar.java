package io.sluice.bulk;

import java.util.Locale;

/** What a line of servers takes as a bulk: they differ in details, and each is to be answered as it would have answered itself. */
public enum BulkGrammar {
    /** Elasticsearch 7: {@code _type} is taken, an unknown action is passed over with its source line. */
    ELASTICSEARCH_7,
    /** Elasticsearch 8. */
    ELASTICSEARCH_8,
    /** Elasticsearch 9: nothing may follow an action's object. */
    ELASTICSEARCH_9,
    /** OpenSearch 2. */
    OPENSEARCH_2,
    /** OpenSearch 3. */
    OPENSEARCH_3;

    /**
     * The grammar of a server.
     *
     * @param distribution {@code version.distribution} of {@code GET /}; empty where there is none, as with Elasticsearch
     * @param version {@code version.number} of {@code GET /}; what cannot be read counts as the newest
     */
    public static BulkGrammar of(String distribution, String version) {
        int dot = version.indexOf('.');
        String major = dot < 0 ? version : version.substring(0, dot);
        if (distribution.toLowerCase(Locale.ROOT).equals("opensearch")) {
            return major.equals("1") || major.equals("2") ? OPENSEARCH_2 : OPENSEARCH_3;
        }
        return switch (major) {
            case "7" -> ELASTICSEARCH_7;
            case "8" -> ELASTICSEARCH_8;
            default -> ELASTICSEARCH_9;
        };
    }
}

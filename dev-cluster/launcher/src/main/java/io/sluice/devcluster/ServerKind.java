package io.sluice.devcluster;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The servers that can be started. */
public enum ServerKind {
    /** Elasticsearch 7.17, embedded: the default. Official clients of its line accept it. */
    ELASTICSEARCH_7("elasticsearch-7"),
    /** OpenSearch 2.19, embedded: painless, data streams and ingest pipelines beside the rest. */
    OPENSEARCH_2("opensearch-2"),
    /** Elasticsearch 8.19, the distribution its own integration tests use: a process a node, always. */
    ELASTICSEARCH_8("elasticsearch-8"),
    /** Elasticsearch 9.5, as {@link #ELASTICSEARCH_8}; it is only built with {@code -Dsluice.servers}. */
    ELASTICSEARCH_9("elasticsearch-9"),
    /** OpenSearch 3.6, the distribution its own integration tests use: a process a node; only built with {@code -Dsluice.servers}. */
    OPENSEARCH_3("opensearch-3");

    private final String id;

    ServerKind(String id) {
        this.id = id;
    }

    /** The name on the command line, which is also the directory of the server's module: {@code elasticsearch-7}. */
    public String id() {
        return id;
    }

    /** Whether it is OpenSearch. */
    public boolean isOpenSearch() {
        return this == OPENSEARCH_2 || this == OPENSEARCH_3;
    }

    /** Whether it is embedded, so that one process can run several nodes. */
    boolean isEmbedded() {
        return this == ELASTICSEARCH_7 || this == OPENSEARCH_2;
    }

    /**
     * Reads the name on the command line.
     *
     * @throws IllegalArgumentException naming every kind when there is none of this name
     */
    public static ServerKind ofId(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no server '" + id + "'; there are " + ids()));
    }

    static String ids() {
        return Arrays.stream(values()).map(ServerKind::id).collect(Collectors.joining(", "));
    }
}

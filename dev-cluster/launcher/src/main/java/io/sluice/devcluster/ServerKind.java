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
    ELASTICSEARCH_8("elasticsearch-8");

    private final String id;

    ServerKind(String id) {
        this.id = id;
    }

    /** The name on the command line, which is also the directory of the server's module: {@code elasticsearch-7}. */
    public String id() {
        return id;
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

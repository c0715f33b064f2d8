package io.sluice.dist;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;

/** The layouts of tenants on one cluster, and where each stores a document. */
enum EscapeLayout {
    INDEX_PER_TENANT("index-per-tenant"),
    SHARED("shared"),
    NESTED("nested");

    /** The field that identifies a document's tenant in shared indices. */
    static final String TENANT_FIELD = "tenant_id";

    /** The field that holds a document's index name in the nested layout. */
    static final String BASE_FIELD = "baseIndex";

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String id;

    EscapeLayout(String id) {
        this.id = id;
    }

    /** The layout's name in the corpus, the gateway's configuration and its listeners' names. */
    String id() {
        return id;
    }

    static EscapeLayout ofId(String id) {
        return Arrays.stream(values())
                .filter(layout -> layout.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no layout " + id));
    }

    String index(String tenant, String base) {
        return switch (this) {
            case INDEX_PER_TENANT -> tenant + "." + base;
            case SHARED -> base;
            case NESTED -> tenant;
        };
    }

    String documentId(String tenant, String base, String id) {
        return switch (this) {
            case INDEX_PER_TENANT -> id;
            case SHARED -> tenant + ":" + id;
            case NESTED -> base + ":" + id;
        };
    }

    /** The prefix of a field's name in the index. */
    String fieldPrefix(String base) {
        return this == NESTED ? base + "." : "";
    }

    /** The field by which the gateway separates documents in one index. */
    String markField() {
        return this == NESTED ? BASE_FIELD : TENANT_FIELD;
    }

    /** A document as it is stored. */
    ObjectNode source(String tenant, String base, ObjectNode document) {
        return switch (this) {
            case INDEX_PER_TENANT -> document;
            case SHARED -> document.deepCopy().put(TENANT_FIELD, tenant);
            case NESTED -> MAPPER.createObjectNode().put(BASE_FIELD, base).set(base, document);
        };
    }

    /** Whether everything in an index of this name is the tenant's own. */
    boolean owns(String tenant, String index) {
        return switch (this) {
            case INDEX_PER_TENANT -> index.startsWith(tenant + ".");
            case SHARED -> false;
            case NESTED -> index.equals(tenant);
        };
    }

    @Override
    public String toString() {
        return id;
    }
}

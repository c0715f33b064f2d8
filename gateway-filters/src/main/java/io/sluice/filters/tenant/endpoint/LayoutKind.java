package io.sluice.filters.tenant.endpoint;

/** The ways to store tenants' documents in a cluster. */
public enum LayoutKind {
    /** One physical index per index of each tenant. */
    INDEX_PER_TENANT("index-per-tenant"),
    /** One index for all tenants; a field identifies the tenant of a document. */
    SHARED("shared"),
    /** One physical index per tenant for the documents of all its indices, each nested under the name of its index. */
    NESTED("nested");

    private final String label;

    LayoutKind(String label) {
        this.label = label;
    }

    /** The name in documentation. */
    public String label() {
        return label;
    }
}

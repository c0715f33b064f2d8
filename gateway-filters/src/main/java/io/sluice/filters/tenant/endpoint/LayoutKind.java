package io.sluice.filters.tenant.endpoint;

/** The ways in which tenants' documents can lie in a cluster. */
public enum LayoutKind {
    /** An index for each index of each tenant. */
    INDEX_PER_TENANT("index-per-tenant"),
    /** One index for all tenants; a field tells their documents apart. */
    SHARED("shared");

    private final String label;

    LayoutKind(String label) {
        this.label = label;
    }

    /** The name in documentation. */
    public String label() {
        return label;
    }
}

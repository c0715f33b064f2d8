package io.sluice.filters.tenant.endpoint;

/** The ways in which tenants' documents can lie in a cluster. */
public enum LayoutKind {
    /** An index for each index of each tenant. */
    INDEX_PER_TENANT("index-per-tenant"),
    /** One index for all tenants; a field tells their documents apart. */
    SHARED("shared"),
    /** One index for each tenant; documents of all of the tenant's indices lie in it, each below the name of its own. */
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

package io.sluice.filters.tenant.move;

/** How much of the index in which a tenant's index is stored is that tenant index alone. */
public enum Owned {
    /** All of it. */
    INDEX,
    /** A field and its mapping; settings are those of several of the tenant's indices. */
    FIELD,
    /** Documents; mapping and settings are those of several tenants. */
    DOCUMENTS
}

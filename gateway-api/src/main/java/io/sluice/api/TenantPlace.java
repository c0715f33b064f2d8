package io.sluice.api;

/**
 * Where the request of a tenant was decided to go.
 *
 * @param name of the place: a cluster, and how it stores tenants' documents
 * @param version of the table of places by which it was decided; 0 where there is no table
 */
public record TenantPlace(String name, long version) {

    @Override
    public String toString() {
        return name + " by version " + version;
    }
}

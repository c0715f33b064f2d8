package io.sluice.filters.tenant.names;

/** What a name of a tenant is to the cluster, or why it is none. */
public sealed interface Translation {

    /** The name or expression to send to the cluster. */
    record Physical(String name) implements Translation {}

    /**
     * There is none.
     *
     * @param status 400 where Elasticsearch would not take it either, 403 where it leads out of the tenant or nobody knows whether
     * @param reason one sentence
     */
    record Refused(int status, String reason) implements Translation {}
}

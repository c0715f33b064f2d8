package io.sluice.filters.tenant.names;

/** The physical form of a tenant's name, or the reason for refusing it. */
public sealed interface Translation {

    /** The name or expression to send to the cluster. */
    record Physical(String name) implements Translation {}

    /**
     * The name is refused.
     *
     * @param status 400 if Elasticsearch would refuse it too, 403 if it leads, or may lead, to other tenants
     * @param reason one sentence
     */
    record Refused(int status, String reason) implements Translation {}
}

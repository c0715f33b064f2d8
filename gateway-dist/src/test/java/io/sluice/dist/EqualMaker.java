package io.sluice.dist;

import static io.sluice.dist.EqualDice.o;
import static io.sluice.dist.EqualDocuments.LOGS;
import static io.sluice.dist.EqualDocuments.ORDERS;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates the indices of all tenants as a layout requires, and those of the server with only one tenant.
 *
 * @param tenant whose responses are compared
 * @param others other tenants with the same indices
 */
record EqualMaker(EqualServers servers, EqualLayout layout, String tenant, List<String> others) {

    private static final List<String> NAMES = List.of(LOGS, ORDERS);

    /** The mapping of a shared index. */
    private static final int SHARDS = 2;

    /** Makes each index like this one. */
    void make(ObjectNode index) throws IOException, InterruptedException {
        switch (layout) {
            case INDEX_PER_TENANT -> byTenants("PUT /{index}", "/%s", index);
            case SHARED, SHARED_CONSTANT, SHARED_ROUTED -> {
                ObjectNode shared = index.deepCopy();
                shared.withObject("/mappings/properties").set(EscapeLayout.TENANT_FIELD, o("type", "keyword"));
                shared.withObject("/settings").put("number_of_shards", SHARDS);
                for (String name : NAMES) {
                    servers.operate("PUT", "/" + name, shared.toString());
                    servers.prepareOwn("PUT", "/" + name, index.toString());
                }
            }
            case NESTED -> {
                ObjectNode bare = o("settings", index.get("settings"));
                ObjectNode marked = bare.deepCopy();
                marked.withObject("/mappings/properties")
                        .set(EscapeLayout.BASE_FIELD, o("type", "keyword", "similarity", "boolean"));
                List<String> tenants = new ArrayList<>(others);
                tenants.add(tenant);
                for (String name : tenants) {
                    servers.operate("PUT", "/" + layout.places().index(name, LOGS), marked.toString());
                }
                for (String name : NAMES) {
                    servers.prepareOwn("PUT", "/" + name, bare.toString());
                }
                byTenants("PUT POST /{indices}/_mapping", "/%s/_mapping", (ObjectNode) index.get("mappings"));
            }
        }
    }

    private void byTenants(String endpoint, String path, ObjectNode body) throws IOException, InterruptedException {
        for (String name : NAMES) {
            EqualRequest request = new EqualRequest(endpoint, "PUT", path.formatted(name), body.toString());
            servers.send(request, "");
            for (String other : others) {
                servers.sendAs(other, request);
            }
        }
    }
}

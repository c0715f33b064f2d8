package io.sluice.cluster;

import io.sluice.config.HostPort;
import java.net.InetAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node as it describes itself.
 *
 * @param id by which the cluster's state calls it
 * @param name its name in the cluster
 * @param address where the gateway reaches it: the published address, mapped where the configuration says so
 * @param published the IP address that it publishes, alone or beside a name; null if it publishes none
 * @param roles its roles; empty for a node that only coordinates
 * @param maxContentLength the largest request body it takes, in bytes; 0 if the node does not say
 * @param explicitIndex whether lines of a bulk may name an index: {@code rest.action.multi.allow_explicit_index}
 * @param version its version
 */
public record DiscoveredNode(
        String id,
        String name,
        HostPort address,
        @Nullable InetAddress published,
        Set<String> roles,
        long maxContentLength,
        boolean explicitIndex,
        ServerVersion version) {

    public DiscoveredNode {
        roles = Set.copyOf(roles);
    }

    /** Whether the node only takes part in electing masters, so that it is sent no requests. */
    public boolean isMasterOnly() {
        boolean elects = roles.contains("master") || roles.contains("cluster_manager");
        return elects
                && roles.stream()
                        .noneMatch(role -> role.startsWith("data") || role.equals("ingest") || role.equals("search"));
    }
}

package io.sluice.cluster;

import io.sluice.config.ClusterConfig;
import io.sluice.config.DiscoveryConfig.Addresses;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Looks once where an index's shards are, for commands that run beside the gateway. Blocks. */
public final class IndexLook {
    private IndexLook() {}

    /**
     * The index of this name.
     *
     * @param tls null for plain connections
     * @return null if there is no such index, or the nodes are not reached at the addresses that they publish
     * @throws IOException if no seed answered as expected
     */
    public static @Nullable IndexView read(ClusterConfig config, @Nullable SSLContext tls, String index)
            throws IOException {
        if (config.discovery().addresses() == Addresses.IGNORE) {
            return null;
        }
        Set<HostPort> seeds =
                config.nodes().stream().map(HostPort::of).collect(Collectors.toCollection(LinkedHashSet::new));
        NameLookup names = host -> List.of(InetAddress.getAllByName(host));
        var plane = new ControlPlane(
                "target", config, tls, new ClusterIdentity(), new AllowedAddresses(config.discovery(), seeds), names);
        plane.allowed().followSeeds(names);
        try (ControlClient client = plane.open()) {
            List<DiscoveredNode> nodes = client.askOne(
                    plane.identity(),
                    asking -> NodesResponse.parse(asking.tree(NodesResponse.request()), config.discovery()));
            Set<HostPort> reached = nodes.stream()
                    .filter(plane.allowed()::permits)
                    .map(DiscoveredNode::address)
                    .collect(Collectors.toSet());
            // Behind a balancer or an address translation the published addresses lead nowhere, or elsewhere.
            if (!reached.containsAll(seeds)) {
                return null;
            }
            WriteTarget target = new ViewReader(plane, client, () -> reached)
                    .read(List.of(index))
                    .target(index);
            return target == null ? null : target.index();
        }
    }
}

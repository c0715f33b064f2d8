package io.sluice.cluster;

import io.sluice.config.ClusterConfig;
import io.sluice.config.HostPort;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Control planes of test clusters, whose seeds are addresses and not names. */
final class ControlPlanes {
    private ControlPlanes() {}

    static ControlPlane of(ClusterConfig config) {
        Set<HostPort> seeds = config.nodes().stream()
                .map(uri -> new HostPort(uri.getHost(), uri.getPort()))
                .collect(Collectors.toSet());
        return new ControlPlane(
                "test",
                config,
                null,
                new ClusterIdentity(),
                new AllowedAddresses(config.discovery(), seeds),
                host -> List.of(InetAddress.getByName(host)));
    }
}

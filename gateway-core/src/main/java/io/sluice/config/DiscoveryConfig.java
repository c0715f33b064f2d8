package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.CidrBlock;
import io.sluice.api.Key;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How unlisted nodes are found: from {@code GET _nodes/http,settings}. If discovery fails, the seeds are kept. The
 * timeout applies to all requests that the gateway itself sends to the cluster, maxBytes to those that read what it is.
 */
public record DiscoveryConfig(
        @Key(value = "whether nodes are looked for", def = "true")
        boolean enabled,

        @Key(value = "time between two looks", def = "30s") Duration every,

        @Key(
                value = "publish: use the addresses that nodes publish; ignore: only the seeds, with the roles found",
                def = "publish")
        Addresses addresses,

        @Key("published host:port to the host:port to use instead")
        Map<HostPort, HostPort> mapping,

        @Key(
                value =
                        "blocks that published addresses must lie in; left out: the private ranges, the networks of the seeds (/24,"
                                + " IPv6 /64), and loopback where a seed is loopback",
                some = true)
        List<CidrBlock> allow,

        @Key(value = "where the cluster has more nodes, none of those found is taken", def = "1000")
        int maxNodes,

        @Key(
                value = "for one question of the gateway's own, from its start to the last byte of the answer",
                def = "15s")
        Duration timeout,

        @Key(value = "size of one answer to a question of the gateway's own", def = "16MiB")
        ByteSize maxBytes) {

    private static final long MOST_BYTES = 1L << 30;

    /** How the published addresses of nodes are used. */
    public enum Addresses {
        PUBLISH,
        IGNORE
    }

    public DiscoveryConfig {
        mapping = Map.copyOf(mapping);
        allow = List.copyOf(allow);
        Checks checks = new Checks();
        checks.positive(every, "every");
        checks.atLeast(1, maxNodes, "maxNodes");
        checks.positive(timeout, "timeout");
        checks.require(
                maxBytes.bytes() > 0 && maxBytes.bytes() <= MOST_BYTES,
                "maxBytes is between 1B and 1GiB, is " + maxBytes);
        checks.done();
    }
}

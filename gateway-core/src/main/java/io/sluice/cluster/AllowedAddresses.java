package io.sluice.cluster;

import io.sluice.api.CidrBlock;
import io.sluice.config.DiscoveryConfig;
import io.sluice.config.HostPort;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where requests of clients, and the gateway's credentials with them, may go: to the seeds and mapped addresses of the
 * configuration, and to what a cluster publishes as far as its IP address lies in an allowed block. Thread-safe.
 */
public final class AllowedAddresses {
    private static final Logger LOG = LoggerFactory.getLogger(AllowedAddresses.class);
    private static final List<CidrBlock> PRIVATE = Stream.of(
                    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
            .map(CidrBlock::parse)
            .toList();
    private static final List<CidrBlock> LOOPBACK =
            Stream.of("127.0.0.0/8", "::1/128").map(CidrBlock::parse).toList();
    private static final int NETWORK_BITS_V4 = 24;
    private static final int NETWORK_BITS_V6 = 64;

    private final Set<HostPort> seeds;
    private final Set<HostPort> configured = new HashSet<>();
    private final boolean derived;
    /** What the names of seeds stood for when they were last looked up. For one thread. */
    private final Map<String, List<InetAddress>> seedAddresses = new HashMap<>();

    private volatile List<CidrBlock> blocks;

    /** @param seeds the configured nodes */
    public AllowedAddresses(DiscoveryConfig config, Set<HostPort> seeds) {
        this.seeds = Set.copyOf(seeds);
        this.configured.addAll(seeds);
        this.configured.addAll(config.mapping().values());
        this.derived = config.allow().isEmpty();
        this.blocks = derived ? derive(literals()) : config.allow();
    }

    private List<InetAddress> literals() {
        List<InetAddress> addresses = new ArrayList<>();
        for (HostPort seed : seeds) {
            InetAddress literal = seed.address();
            if (literal != null) {
                addresses.add(literal);
            }
        }
        return addresses;
    }

    private static List<CidrBlock> derive(List<InetAddress> seedAddresses) {
        List<CidrBlock> blocks = new ArrayList<>(PRIVATE);
        for (InetAddress address : seedAddresses) {
            if (address.isLoopbackAddress()) {
                blocks.addAll(LOOPBACK);
            } else {
                int bits = address instanceof Inet4Address ? NETWORK_BITS_V4 : NETWORK_BITS_V6;
                blocks.add(new CidrBlock(address, bits));
            }
        }
        return blocks.stream().distinct().toList();
    }

    /** Looks up the seeds that are names, whose networks are allowed unless the configuration says what is. For one thread. */
    void followSeeds(NameLookup names) {
        if (!derived) {
            return;
        }
        List<InetAddress> addresses = literals();
        for (HostPort seed : seeds) {
            if (seed.address() == null) {
                try {
                    seedAddresses.put(seed.host(), names.lookup(seed.host()));
                } catch (IOException e) {
                    LOG.atDebug().addKeyValue("seed", seed).setCause(e).log("a seed's name was not found");
                }
            }
        }
        seedAddresses.values().forEach(addresses::addAll);
        blocks = derive(addresses);
    }

    /** Whether a node is named by the configuration, or publishes an IP address that is allowed. */
    boolean permits(DiscoveredNode node) {
        InetAddress published = node.published();
        return configured.contains(node.address()) || published != null && permits(published);
    }

    /**
     * Whether requests to a node may go to this IP address.
     *
     * @param node host and port as the configuration or the cluster names it
     * @param address what the host stands for
     */
    public boolean permits(HostPort node, InetAddress address) {
        return configured.contains(node) || permits(address);
    }

    private boolean permits(InetAddress address) {
        // The wildcard address reaches this machine's loopback interface.
        if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
            return false;
        }
        for (CidrBlock block : blocks) {
            if (block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    /** The blocks that are allowed now, for messages. */
    List<CidrBlock> blocks() {
        return blocks;
    }
}

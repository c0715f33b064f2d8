package io.sluice.cluster;

import io.sluice.config.ClusterConfig;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway's own questions to one cluster share.
 *
 * @param cluster its name in the configuration
 * @param config its configuration
 * @param tls null for plain connections
 * @param identity which cluster it is
 * @param allowed where its nodes may be
 * @param names finds the addresses of its seeds
 */
public record ControlPlane(
        String cluster,
        ClusterConfig config,
        @Nullable SSLContext tls,
        ClusterIdentity identity,
        AllowedAddresses allowed,
        NameLookup names) {

    /** A client of the seeds; the caller closes it. */
    ControlClient open() {
        return new ControlClient(config, tls, names);
    }
}

package io.sluice.bench.soak;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a soak does.
 *
 * @param targets addresses of gateways; each client uses them in turn
 * @param authority PEM file with the authority that the gateways' certificates are checked by; null for the JDK's own
 * @param tenants names for the header {@code X-Tenant}
 * @param indices of each tenant that are written to and read
 * @param documents of each index; written over again and again
 * @param pause of each client between two requests
 * @param duration of the load, without the look at every document at its end
 * @param watched process whose memory, descriptors and threads must stay flat; null for none
 * @param every how often it is looked at
 */
public record SoakPlan(
        List<URI> targets,
        @Nullable Path authority,
        List<String> tenants,
        List<String> indices,
        int documents,
        Duration pause,
        Duration duration,
        @Nullable ProcessHandle watched,
        Duration every) {
    public SoakPlan {
        targets = List.copyOf(targets);
        tenants = List.copyOf(tenants);
        indices = List.copyOf(indices);
    }
}

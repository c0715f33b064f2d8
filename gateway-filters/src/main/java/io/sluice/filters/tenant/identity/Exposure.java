package io.sluice.filters.tenant.identity;

import io.sluice.api.ListenerInfo;
import java.util.List;

/** Checks which tenant sources clients on other machines may use. Stateless. */
public final class Exposure {

    private Exposure() {}

    /**
     * Checks, as far as the configuration shows, that clients on other machines cannot choose an arbitrary tenant.
     *
     * @param listeners that lead to the filter
     * @param clientsAreTrusted whether the operator vouches for all clients
     * @throws IllegalArgumentException if they can
     */
    public static void check(List<TenantSource> sources, List<ListenerInfo> listeners, boolean clientsAreTrusted) {
        if (clientsAreTrusted) {
            return;
        }
        for (ListenerInfo listener : listeners) {
            for (TenantSource source : sources) {
                String weakness = source.weakness();
                if (weakness != null && !listener.loopback()) {
                    throw new IllegalArgumentException("the listener " + listener.name()
                            + " can be reached from other machines, by itself or through a proxy, and " + weakness
                            + ": identify tenants by a principal, or set clientsAreTrusted: true");
                }
            }
        }
    }
}

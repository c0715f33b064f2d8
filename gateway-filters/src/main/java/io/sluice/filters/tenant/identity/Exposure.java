package io.sluice.filters.tenant.identity;

import io.sluice.api.ListenerInfo;
import java.util.List;

/** What clients of other machines may name tenants by. Stateless. */
public final class Exposure {

    private Exposure() {}

    /**
     * Checks that nobody on another machine can take the name of any tenant, as far as the configuration shows it.
     *
     * @param listeners that lead to the filter
     * @param clientsAreTrusted whether the operator vouches for all clients
     * @throws IllegalArgumentException if somebody can
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
                            + " can be reached from other machines, and " + weakness
                            + ": name tenants by a principal, or say clientsAreTrusted: true");
                }
            }
        }
    }
}

package io.sluice.filters.tenant.placement;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries tenants who have to be elsewhere and whom no other gateway carries. The thread of the table calls it. */
final class Movers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Movers.class);

    private final Move.Surroundings around;
    private final ExecutorService threads;
    private final Map<String, Boolean> running = new ConcurrentHashMap<>();

    Movers(Move.Surroundings around) {
        this.around = around;
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "sluice-mover");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Looks which tenants are to be carried. */
    void look(PlacementStore.Stored stored) throws IOException {
        for (Map.Entry<String, Placement> each : stored.content().tenants().entrySet()) {
            Relocation relocation = each.getValue().relocation();
            if (relocation != null && !relocation.leadsTo(each.getValue().place())) {
                carry(each.getKey(), each.getValue(), relocation, stored);
            }
        }
    }

    private void carry(String tenant, Placement placement, Relocation relocation, PlacementStore.Stored stored)
            throws IOException {
        String mover = relocation.mover();
        boolean mine = around.id().equals(mover);
        if (!mine && (mover == null || !stored.content().gateways().containsKey(mover))) {
            // If another gateway was faster, the table is another by now.
            around.store()
                    .replace(stored, stored.content().withRelocation(tenant, placement, relocation.by(around.id())));
        } else if (mine && running.putIfAbsent(tenant, true) == null) {
            LOG.atInfo()
                    .addKeyValue("tenant", tenant)
                    .addKeyValue("from", placement.place())
                    .addKeyValue("to", relocation.goal())
                    .log("this gateway carries the tenant's documents");
            begin(tenant);
        }
    }

    private void begin(String tenant) {
        try {
            threads.execute(() -> {
                try {
                    new Move(tenant, around).run();
                } finally {
                    running.remove(tenant);
                }
            });
        } catch (RuntimeException | Error e) {
            running.remove(tenant);
            throw e;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}

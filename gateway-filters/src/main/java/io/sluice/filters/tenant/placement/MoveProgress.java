package io.sluice.filters.tenant.placement;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the operator can read of a move while it goes on. For one thread. */
final class MoveProgress {

    /** The step of a move that is over, or was taken back. */
    static final String ARRIVED = "is there";

    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);

    private final PlacementStore store;
    private final String tenant;
    private String step = "begins";
    private long documents;
    private long differing;
    private @Nullable String problem;
    private long writtenAt = System.nanoTime() - EVERY;

    MoveProgress(PlacementStore store, String tenant) {
        this.store = store;
        this.tenant = tenant;
    }

    /** The next step begins. */
    void step(String name) throws IOException {
        problem = null;
        again(name);
    }

    /** A step begins that did not succeed before, perhaps; what was wrong then is still said. */
    void again(String name) throws IOException {
        step = name;
        documents = 0;
        write();
    }

    /** So many documents were looked at in this step. */
    void documents(long count) {
        documents = count;
        if (System.nanoTime() - writtenAt >= EVERY) {
            try {
                write();
            } catch (IOException e) {
                // It is written again after the next page.
                writtenAt = System.nanoTime();
            }
        }
    }

    /** A comparison found so many documents that differed. */
    void differing(long count) {
        differing = count;
    }

    /** What keeps the move from going on. */
    void problem(String reason) {
        problem = reason;
        try {
            write();
        } catch (IOException e) {
            // Then the index cannot be reached, which gateways log by themselves.
            writtenAt = System.nanoTime();
        }
    }

    private void write() throws IOException {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("step", step)
                .put("documents", documents)
                .put("differing", differing)
                .put("problem", problem);
        store.write(tenant, json);
        writtenAt = System.nanoTime();
    }
}

package io.sluice.queue;

import java.util.HashSet;
import java.util.Set;

/** Whether the engine would give a record again, and the earlier ones that it follows on a document. On its lane's event loop. */
final class Presence {
    private boolean inEngine = true;
    /** Empty for most. */
    private Set<Presence> followed = Set.of();

    boolean isInEngine() {
        return inEngine;
    }

    /** The engine is to give the record no more. */
    void leaveEngine() {
        inEngine = false;
        followed = Set.of();
    }

    /** The record writes a document that an earlier one writes; itself makes no difference. */
    void follow(Presence earlier) {
        if (!earlier.inEngine || earlier.equals(this)) {
            return;
        }
        if (followed.isEmpty()) {
            followed = new HashSet<>();
        }
        followed.add(earlier);
    }

    /** Whether a record that this one follows is still in the engine. */
    boolean followsAny() {
        if (followed.isEmpty()) {
            return false;
        }
        followed.removeIf(earlier -> !earlier.inEngine);
        return !followed.isEmpty();
    }
}

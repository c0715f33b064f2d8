package io.sluice.plugins.ratelimit;

import java.util.HashMap;
import java.util.Map;

/**
 * How many requests wait. Those of one bucket never take more room than they leave free, so that a busy bucket leaves half of it to others, two
 * a third, and so on. Safe from any thread.
 */
final class WaitingRoom {

    private final int most;
    private final Map<Bucket, Integer> ofBucket = new HashMap<>();
    private int waiting;

    /** Whose tokens a request waits for. */
    private record Bucket(String limit, String key) {
        static Bucket of(Wanted wanted) {
            return new Bucket(wanted.limit().limit().name(), wanted.key());
        }
    }

    /** @param most requests at a time */
    WaitingRoom(int most) {
        this.most = most;
    }

    /** Lets a request in, which must {@link #leave} then; false if there is no room for it. */
    synchronized boolean enter(Wanted wanted) {
        Bucket bucket = Bucket.of(wanted);
        int own = ofBucket.getOrDefault(bucket, 0);
        if (own >= most - waiting) {
            return false;
        }
        ofBucket.put(bucket, own + 1);
        waiting++;
        return true;
    }

    /** A request that was let in waits no longer. */
    synchronized void leave(Wanted wanted) {
        ofBucket.computeIfPresent(Bucket.of(wanted), (bucket, own) -> own == 1 ? null : own - 1);
        waiting--;
    }

    synchronized long size() {
        return waiting;
    }
}

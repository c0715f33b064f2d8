package io.sluice.exchange;

import org.jspecify.annotations.Nullable;

/** Counts the requests of one event loop that run on one configuration, so that it is closed after the last. On that loop only. */
public final class UseCount {
    private int requests;
    /** Called when the last request has ended; null while new ones may begin. */
    private @Nullable Runnable whenUnused;
    /** The last request has ended, and none may begin. */
    private boolean over;

    /** One more request; false if it may not begin any more. */
    public boolean enter() {
        if (over) {
            return false;
        }
        requests++;
        return true;
    }

    /** One request less. */
    public void leave() {
        requests--;
        endIfUnused();
    }

    /** The requests that run now. */
    public int requests() {
        return requests;
    }

    /**
     * No new requests come, but for a few from connections that are about to be closed.
     *
     * @param then called once, on the event loop, when the last request has ended; at once if none runs
     */
    public void retire(Runnable then) {
        whenUnused = then;
        endIfUnused();
    }

    private void endIfUnused() {
        Runnable then = whenUnused;
        if (then != null && requests == 0) {
            whenUnused = null;
            over = true;
            then.run();
        }
    }
}

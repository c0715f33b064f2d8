package io.sluice.filters.tenant.move;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Where writes by the aliases of a cluster went when copies last looked: an alias that goes to the same index before a write and after it
 * went there during the write. Thread-safe.
 */
public final class AliasTargets {

    /** Those that nobody has written by for longest are forgotten. */
    private static final int MOST = 10_000;

    private final Map<String, Seen> seen = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Where an alias goes.
     *
     * @param target empty if nothing can be written by it
     * @param since when that was first known, as {@link System#nanoTime} counts
     * @param isFirst whether it is not known to have gone elsewhere before
     */
    private record Seen(Optional<WriteTarget> target, long since, boolean isFirst) {}

    /** Where an alias went when a write was sent. */
    enum Before {
        /** Where it goes now. */
        SAME,
        /** Nobody knows. */
        UNKNOWN,
        /** Perhaps elsewhere: it has changed since somebody looked first. */
        CHANGED
    }

    /**
     * Notes where an alias goes now.
     *
     * @param sent when a write by it was sent, or earlier, as {@link System#nanoTime} counts
     */
    synchronized Before note(String alias, Optional<WriteTarget> target, long sent) {
        Seen last = seen.get(alias);
        if (last == null || !last.target.equals(target)) {
            seen.put(alias, new Seen(target, System.nanoTime(), last == null));
            if (seen.size() > MOST) {
                seen.remove(seen.keySet().iterator().next());
            }
            return last == null ? Before.UNKNOWN : Before.CHANGED;
        }
        if (sent - last.since >= 0) {
            return Before.SAME;
        }
        return last.isFirst ? Before.UNKNOWN : Before.CHANGED;
    }

    /** Whether a name is that of an alias which somebody has written by. */
    synchronized boolean has(String name) {
        return seen.containsKey(name);
    }
}

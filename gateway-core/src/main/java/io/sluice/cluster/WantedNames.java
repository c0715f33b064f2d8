package io.sluice.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The names of indices, aliases and data streams that bulks use: those that the view has, those that are to be read, and those
 * that were read and are nowhere. Names come from clients, so there is a bound on each. Thread-safe, without locks.
 */
final class WantedNames {
    private static final int MAX_NAMES = 10_000;
    private static final int MAX_WAITING = 1_000;
    private static final long FORGET_NANOS = Duration.ofMinutes(15).toNanos();
    /** The time in which no bulk waits again for a name that was nowhere. */
    private static final long ABSENT_NANOS = Duration.ofSeconds(60).toNanos();
    /** A name that was nowhere is read again after this pause, doubled each time, as a bulk may have made its index. */
    private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int MAX_DOUBLINGS = 5;

    /** Names of the view, and when a bulk last used each. */
    private final ConcurrentHashMap<String, Long> used = new ConcurrentHashMap<>();
    /** Names that bulks used and that must be read. */
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    /** Names that were read and are nowhere. */
    private final ConcurrentHashMap<String, Absent> absent = new ConcurrentHashMap<>();

    /**
     * A name that is nowhere.
     *
     * @param readNanos when it was last read
     * @param doublings of the pause after which it is read again
     */
    private record Absent(long readNanos, int doublings) {

        private boolean isOld(long now) {
            return now - readNanos > ABSENT_NANOS;
        }

        private boolean isDue(long now) {
            return now - readNanos > AGAIN_NANOS << doublings;
        }

        private Absent again(long now) {
            return new Absent(now, Math.min(doublings + 1, MAX_DOUBLINGS));
        }
    }

    /** A bulk uses a name; any text may be passed. Returns whether the name must be read. */
    boolean want(String name) {
        long now = System.nanoTime();
        if (used.computeIfPresent(name, (key, before) -> now) != null) {
            return false;
        }
        Absent nowhere = absent.get(name);
        return (nowhere == null || nowhere.isDue(now)) && put(name);
    }

    private boolean put(String name) {
        if (waiting.contains(name)) {
            return true;
        }
        boolean room = waiting.size() < MAX_WAITING && used.size() < MAX_NAMES;
        return room && IndexNames.possible(name) && waiting.add(name);
    }

    /** The given names that are worth waiting for: they must be read, and are not known to be missing. */
    List<String> worthWaitingFor(Collection<String> names) {
        long now = System.nanoTime();
        List<String> worth = new ArrayList<>();
        for (String name : names) {
            Absent nowhere = absent.get(name);
            boolean room = nowhere != null || absent.size() < MAX_NAMES;
            if (room && (nowhere == null || nowhere.isOld(now)) && !used.containsKey(name) && put(name)) {
                worth.add(name);
            }
        }
        return worth;
    }

    /** The names that must be read. */
    List<String> waiting() {
        return List.copyOf(waiting);
    }

    /** Whether none of these remains to be read. */
    boolean areRead(List<String> names) {
        return names.stream().noneMatch(waiting::contains);
    }

    /** The names of the view, without those that no bulk has used for long. */
    Set<String> used() {
        long now = System.nanoTime();
        used.values().removeIf(last -> now - last > FORGET_NANOS);
        return used.keySet();
    }

    /** These names were to be read and have been: the view has those that are somewhere. */
    void read(List<String> names, ClusterView view) {
        long now = System.nanoTime();
        absent.values().removeIf(nowhere -> nowhere.isOld(now));
        for (String name : names) {
            if (view.target(name) != null) {
                used.put(name, now);
                absent.remove(name);
            } else if (absent.size() < MAX_NAMES) {
                absent.merge(name, new Absent(now, 0), (before, first) -> before.again(now));
            }
            waiting.remove(name);
        }
        used.keySet().removeIf(name -> view.target(name) == null);
    }
}

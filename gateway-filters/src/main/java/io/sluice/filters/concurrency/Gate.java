package io.sluice.filters.concurrency;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests in flight, and lets those wait that find no room. Keys take turns; where all places of the queue are taken, a newcomer
 * takes that of the youngest request of the key with the most. It holds a key only while it has requests. Safe from any thread; nothing
 * blocks under its lock, and outcomes are told outside.
 */
final class Gate {

    private final Object lock = new Object();
    private final int fixed;
    private final @Nullable Gradient gradient;
    /** All requests are counted together, so none of them is somebody else's. */
    private final boolean together;

    private final int perKey;
    private final Waiting queue;
    /** How many of a key may wait. */
    private final int mostOwn;

    private final InstantSource clock;
    private final Map<Object, Integer> running = new HashMap<>();
    /** The waiting requests of each key that has some; the first key has the next turn. */
    private final LinkedHashMap<Object, LinkedHashSet<Ticket>> turns = new LinkedHashMap<>();
    /** All waiting requests in the order in which they came. */
    private final LinkedHashSet<Ticket> waiting = new LinkedHashSet<>();

    private int inFlight;

    Gate(ConcurrencyLimitConfig config, InstantSource clock) {
        this.fixed = config.limit().most();
        this.gradient = config.limit() instanceof Ceiling.Adaptive adaptive ? new Gradient(adaptive) : null;
        this.together = config.by() == Grouping.FLOW;
        this.perKey = config.perKey() == 0 ? Integer.MAX_VALUE : config.perKey();
        this.queue = config.queue();
        this.mostOwn = together ? queue.size() : Math.min(queue.perKey(), queue.size());
        this.clock = clock;
    }

    /** Lets a request in, lets it wait (its outcome is set), or turns it away: then it has ended. */
    Ticket enter(Object key) {
        Ticket ticket = new Ticket(key, clock.millis());
        Ticket displaced = null;
        synchronized (lock) {
            LinkedHashSet<Ticket> ahead = turns.get(key);
            if (ahead == null && hasRoom(key)) {
                start(ticket);
                return ticket;
            }
            int own = ahead == null ? 0 : ahead.size();
            if (own >= mostOwn) {
                return ticket;
            }
            if (waiting.size() >= queue.size()) {
                displaced = displaced(own);
                if (displaced == null) {
                    return ticket;
                }
                leave(displaced);
            }
            ticket.state = Ticket.State.WAITING;
            ticket.outcome = new CompletableFuture<>();
            turns.computeIfAbsent(key, unused -> new LinkedHashSet<>()).add(ticket);
            waiting.add(ticket);
        }
        tell(displaced, false);
        return ticket;
    }

    /** The youngest request of the key with the most; null if that has no more than the newcomer's key would have. */
    private @Nullable Ticket displaced(int own) {
        return turns.values().stream()
                .max(Comparator.comparingInt(LinkedHashSet::size))
                .filter(most -> most.size() > own + 1)
                .map(LinkedHashSet::getLast)
                .orElse(null);
    }

    /**
     * Ends a request, whether it is in flight or still waits; the second end of one does nothing.
     *
     * @param latencyNanos how long the cluster took; 0 if that says nothing about its load
     * @param refused whether the cluster refused it for its load
     */
    void end(Ticket ticket, long latencyNanos, boolean refused) {
        List<Ticket> started = List.of();
        synchronized (lock) {
            if (ticket.state == Ticket.State.WAITING) {
                leave(ticket);
            } else if (ticket.state == Ticket.State.IN_FLIGHT) {
                ticket.state = Ticket.State.ENDED;
                learn(ticket.key, latencyNanos, refused);
                inFlight--;
                running.compute(ticket.key, (key, count) -> count == null || count == 1 ? null : count - 1);
                started = startWaiting();
            }
        }
        started.forEach(each -> tell(each, true));
    }

    // A client can have its own requests refused at will. The cluster's load has those of others refused, too.
    private void learn(Object key, long latencyNanos, boolean refused) {
        if (gradient != null && refused) {
            boolean busyAlone = running.size() == 1 && inFlight * 2 >= gradient.limit();
            gradient.refusal(key, together || busyAlone);
        } else if (gradient != null && latencyNanos > 0) {
            gradient.sample(latencyNanos, inFlight);
        }
    }

    /** Turns away the requests that have waited long enough. */
    int expire() {
        long latest = clock.millis() - queue.time().toMillis();
        List<Ticket> late = new ArrayList<>();
        synchronized (lock) {
            for (Ticket each : waiting) {
                if (each.since > latest) {
                    break;
                }
                late.add(each);
            }
            late.forEach(this::leave);
        }
        late.forEach(each -> tell(each, false));
        return late.size();
    }

    int limit() {
        synchronized (lock) {
            return limitNow();
        }
    }

    int inFlight() {
        synchronized (lock) {
            return inFlight;
        }
    }

    int waiting() {
        synchronized (lock) {
            return waiting.size();
        }
    }

    private int limitNow() {
        return gradient == null ? fixed : gradient.limit();
    }

    private boolean hasRoom(Object key) {
        return inFlight < limitNow() && running.getOrDefault(key, 0) < perKey;
    }

    private void start(Ticket ticket) {
        ticket.state = Ticket.State.IN_FLIGHT;
        inFlight++;
        running.merge(ticket.key, 1, Integer::sum);
    }

    // A key that has no room of its own keeps its turn behind the others.
    private List<Ticket> startWaiting() {
        List<Ticket> started = new ArrayList<>();
        int passed = 0;
        while (passed < turns.size() && inFlight < limitNow()) {
            Map.Entry<Object, LinkedHashSet<Ticket>> turn = turns.firstEntry();
            turns.remove(turn.getKey());
            turns.put(turn.getKey(), turn.getValue());
            if (hasRoom(turn.getKey())) {
                Ticket next = turn.getValue().getFirst();
                leave(next);
                start(next);
                started.add(next);
                passed = 0;
            } else {
                passed++;
            }
        }
        return started;
    }

    private void leave(Ticket ticket) {
        ticket.state = Ticket.State.ENDED;
        waiting.remove(ticket);
        LinkedHashSet<Ticket> own = turns.get(ticket.key);
        if (own != null && own.remove(ticket) && own.isEmpty()) {
            turns.remove(ticket.key);
        }
    }

    private static void tell(@Nullable Ticket ticket, boolean admitted) {
        if (ticket != null && ticket.outcome != null) {
            ticket.outcome.complete(admitted);
        }
    }
}

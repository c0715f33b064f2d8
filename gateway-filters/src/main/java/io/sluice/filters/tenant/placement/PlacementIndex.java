package io.sluice.filters.tenant.placement;

import io.sluice.api.ClusterReader;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterMeters;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table of places in an index, which all gateways watch. This gateway is in the table too, with a lease: it says again and again that it
 * is there, which table it has seen, and what is in flight that was decided before. If it cannot say so for the time of the lease, it decides no
 * request any longer, so that others may go on without it.
 *
 * <p>A thread of its own reads and writes; requests read a snapshot. Thread-safe.
 */
public final class PlacementIndex implements PlacementTable {

    private static final Logger LOG = LoggerFactory.getLogger(PlacementIndex.class);

    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);
    /** How often the table is read while a tenant is not simply open. */
    private static final Duration IN_MOTION = Duration.ofMillis(100);

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(5);
    private static final Duration LONGEST_LEAVE = Duration.ofSeconds(2);
    private static final int LOOKS_IN_LEASE = 4;
    private static final int BEATS_IN_LEASE = 5;
    private static final Duration SETTLED = Duration.ofMinutes(1);
    /** How much longer than a mover gateways let writes wait. */
    private static final Duration GRACE = Duration.ofMillis(700);
    /** How much longer than a mover writes wait where the table is not read. */
    private static final Duration BEYOND_HOLD = GRACE.plusSeconds(3);

    private final String id;
    private final GatewayEntry here;
    private final String name;
    private final PlacementConfig.Index config;
    /** How long a write may wait at most. */
    private final Duration patience;

    private final PlacementStore store;
    private final Placement others;
    private final Places places;
    private final WritesInFlight writes = new WritesInFlight();
    /** Of the tenants that this gateway carries. */
    private final WritesInFlight copies = new WritesInFlight();

    private final ConcurrentMap<String, Long> unsure = new ConcurrentHashMap<>();
    private final GatewayWatch watch;
    private final Movers movers;
    private final FilterMeters.Counter failures;
    private final CompletableFuture<Void> firstLook = new CompletableFuture<>();
    private final Thread thread;

    private volatile Placements current;
    /** Completes with the next change; where writes wait for it, with false if the table is not read for too long. */
    private volatile CompletableFuture<Boolean> change = new CompletableFuture<>();

    private final Lease lease;

    /** Counts how often a lease was over before it was renewed. The thread alone writes it. */
    private final AtomicInteger epoch = new AtomicInteger();

    private volatile Departures departed = new Departures(-1, 0);

    private volatile boolean closing;

    // What follows belongs to the thread.
    private PlacementStore.@Nullable Stored known;
    private Beat said = Beat.NONE;
    private long lookedAt = System.nanoTime();
    /** From when the lease runs; not when this gateway said something last, which it also does whenever a placement changes. */
    private long renewedFrom = System.nanoTime();
    /** When this gateway first saw that writes of a tenant wait, by the version of the placement. */
    private final Map<Long, Long> holdingSince = new HashMap<>();
    /** Whether the last round failed. */
    private boolean failing;

    /** How many gateways have gone, and when this one first saw that, as {@link System#nanoTime} counts. */
    private record Departures(long count, long at) {}

    /**
     * The places that tenants may be in.
     *
     * @param home the place of all tenants who are in no line
     * @param identity what differs if anything about the places does; documents are carried only while all gateways have the same
     * @param carriers what carries documents between them
     */
    public record Places(Set<String> names, String home, String identity, Carriers carriers) {
        public Places {
            names = Set.copyOf(names);
        }
    }

    /**
     * Begins to watch.
     *
     * @param id what no other gateway is called, nor another filter of this one; marks of changes have it
     * @param cluster that has the index
     * @throws IllegalArgumentException if writes may wait for longer than a filter may take
     */
    public PlacementIndex(
            String id, PlacementConfig.Index config, ClusterReader cluster, Places places, FilterContext context) {
        this.id = id;
        this.config = config;
        this.name = context.name();
        this.patience = config.hold().plus(BEYOND_HOLD);
        checkPatience(context.filterTimeout());
        this.here = GatewayEntry.here(name, places.identity(), config.lease());
        Duration timeout = config.lease().dividedBy(2);
        this.store = new PlacementStore(
                cluster, config.name(), timeout.compareTo(LONGEST_REQUEST) < 0 ? timeout : LONGEST_REQUEST);
        this.places = places;
        FilterMeters meters = context.meters();
        this.movers = new Movers(new Move.Surroundings(
                id,
                places.identity(),
                store,
                places.carriers(),
                config.hold(),
                this,
                this::isSettled,
                copies,
                new Standstill(meters, System::nanoTime)));
        this.lease = new Lease(config.lease(), System::nanoTime, context.clock());
        this.watch = new GatewayWatch(config.lease(), System::nanoTime);
        this.others = new Placement(places.home(), Placement.State.OPEN, 0);
        this.current = new Placements(0, TableContent.EMPTY.tenants(), others);
        this.failures = meters.counter(
                "placement_failures", "Times that the table of places could not be read, or this gateway not noted");
        meters.gauge("placement_lease_seconds", "How long this gateway may still decide requests", this::left);
        meters.gauge("placement_writes", "Requests in flight that may change documents of tenants", writes::count);
        meters.gauge("placement_moving", "Tenants between two places", this::moving);
        firstLook.completeOnTimeout(null, FIRST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
        this.thread = new Thread(this::run, "sluice-places");
        thread.setDaemon(true);
        thread.start();
    }

    private void checkPatience(Duration filterTimeout) {
        if (patience.compareTo(filterTimeout) >= 0) {
            throw new IllegalArgumentException(
                    "placement.index.hold must be shorter than plugins.filterTimeout by more than "
                            + BEYOND_HOLD.toMillis() + " ms, for which writes may wait beyond it: "
                            + config.hold().toMillis()
                            + " ms of " + filterTimeout.toMillis() + " ms");
        }
    }

    private long moving() {
        return current.tenants().values().stream()
                .filter(placement -> placement.relocation() != null)
                .count();
    }

    private long left() {
        return Math.max(0, TimeUnit.NANOSECONDS.toSeconds(lease.left()));
    }

    @Override
    public String name() {
        return config.cluster() + "/" + config.name();
    }

    @Override
    public Placements current() {
        return current;
    }

    @Override
    public @Nullable CompletableFuture<Void> pending() {
        return firstLook.isDone() ? null : firstLook;
    }

    @Override
    public boolean isValid() {
        return lease.isValid();
    }

    @Override
    public Decision begin(String tenant) {
        while (true) {
            int then = epoch.get();
            Placements now = current;
            Placement placement = now.of(tenant);
            Decision.Watcher watcher = writes.watched(tenant, placement);
            // Once it is counted, the thread sees it before it confirms a later table.
            if (current.version() == now.version()) {
                return new Decision(placement, now.version(), () -> isValid() && epoch.get() == then, watcher);
            }
            writes.end(tenant, placement);
        }
    }

    @Override
    public Decision begin(String tenant, Placement placement) {
        return new Decision(placement, placement.version(), this::isValid, writes.watched(tenant, placement));
    }

    @Override
    public CompletableFuture<Boolean> nextChange() {
        return change;
    }

    @Override
    public void unsure(String tenant) {
        unsure.merge(tenant, 1L, Long::sum);
    }

    @Override
    public PlacementOrders orders() {
        return new IndexOrders(store, others, places.names(), places.identity());
    }

    private void run() {
        while (!closing) {
            try {
                round();
                recovered();
            } catch (Throwable e) {
                // Without this thread no request is decided any longer.
                failed(e);
            }
            LockSupport.parkNanos(pause().toNanos());
        }
        leave();
    }

    private Duration pause() {
        boolean moving = current.tenants().values().stream().anyMatch(Placement::isInMotion);
        return moving || failing || !said.behind().isEmpty() ? IN_MOTION : config.every();
    }

    private void recovered() {
        if (failing) {
            LOG.atInfo().addKeyValue("filter", name).log("the table of places can be read again");
        }
        failing = false;
    }

    private void failed(Throwable problem) {
        failures.increment();
        if (!failing) {
            LOG.atWarn()
                    .addKeyValue("filter", name)
                    .addKeyValue("problem", problem.getMessage())
                    .addKeyValue("lease_seconds", left())
                    .log("the table of places could not be read; when the lease is over, requests of tenants get 503");
        }
        failing = true;
    }

    // Saying that this gateway is there and then reading that it counts: only both together renew the lease.
    private void round() throws IOException {
        Lease.Moment began = lease.now();
        PlacementStore.Stored before = known;
        boolean unused = before == null || failing && current.version() == 0;
        if (unused && config.create()) {
            store.create();
        }
        boolean says = !isValid()
                || failing
                || began.nanos() - renewedFrom >= config.lease().toNanos() / BEATS_IN_LEASE;
        if (says) {
            // A document that is written makes an index that is not there, without its mapping and in the way of a
            // backup of it.
            read();
            say();
        }
        PlacementStore.Stored read = read();
        if (!read.content().has(id)) {
            // Who does not count any longer may have been left out of what was decided meanwhile.
            lease.end();
        }
        // A gateway of an earlier version that writes the table leaves out what it does not know.
        if (!here.equals(read.content().gateways().get(id))) {
            store.replace(read, read.content().withGateway(id, here));
            read = read();
        }
        if (!read.isSameAs(before)) {
            take(read);
        }
        if (read.content().has(id) && says) {
            renew(began);
            firstLook.complete(null);
        }
        if (!said.saysTheSameAs(next())) {
            say();
        }
        look(read);
        release(read);
        if (isValid()) {
            movers.look(read);
        }
    }

    private boolean isSettled(long departures) {
        Departures seen = departed;
        return seen.count == departures && System.nanoTime() - seen.at > SETTLED.toNanos();
    }

    private void take(PlacementStore.Stored read) {
        if (departed.count != read.content().departures()) {
            departed = new Departures(read.content().departures(), System.nanoTime());
        }
        known = read;
        current = new Placements(read.content().version(), read.content().tenants(), others);
        CompletableFuture<Boolean> told = change;
        CompletableFuture<Boolean> next = new CompletableFuture<>();
        if (read.content().tenants().values().stream()
                .anyMatch(placement -> placement.state() == Placement.State.HOLDING)) {
            next.completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS);
        }
        change = next;
        told.complete(true);
    }

    // A mover that ended while writes wait is not waited for.
    private void release(PlacementStore.Stored read) throws IOException {
        long now = System.nanoTime();
        Set<Long> versions = new HashSet<>();
        for (Map.Entry<String, Placement> each : read.content().tenants().entrySet()) {
            Placement placement = each.getValue();
            if (placement.state() == Placement.State.HOLDING) {
                versions.add(placement.version());
                long since = holdingSince.computeIfAbsent(placement.version(), version -> now);
                if (now - since > config.hold().plus(GRACE).toNanos()) {
                    store.replace(
                            read,
                            read.content()
                                    .withTenant(
                                            each.getKey(),
                                            placement.place(),
                                            Placement.State.COPYING,
                                            placement.relocation()));
                    break;
                }
            }
        }
        holdingSince.keySet().retainAll(versions);
    }

    // Without the check, an index that was deleted would send all tenants to the place of whoever is in no line.
    private PlacementStore.Stored read() throws IOException {
        PlacementStore.Stored read = store.read();
        if (read.seqNo() < 0 && !config.create()) {
            throw new IOException("there is no table of places, and create is false");
        }
        if (read.content().version() < current.version()) {
            throw new IOException("the table of places has gone back from version " + current.version() + " to "
                    + read.content().version());
        }
        return read;
    }

    private void renew(Lease.Moment from) {
        if (!isValid()) {
            epoch.incrementAndGet();
        }
        renewedFrom = from.nanos();
        lease.renew(from);
    }

    private void say() throws IOException {
        Beat next = next();
        store.write(id, next);
        said = next;
    }

    // What is unsure is read last: requests that are over by then have said so before.
    private Beat next() {
        Placements now = current;
        SortedSet<String> behind = writes.behind(now);
        behind.addAll(copies.behind(now));
        SortedSet<String> unanswered = writes.unanswered();
        unanswered.removeIf(tenant -> now.of(tenant).relocation() == null);
        SortedMap<String, Long> counts = new TreeMap<>();
        now.tenants().forEach((tenant, placement) -> {
            Long count = unsure.get(tenant);
            if (count != null && placement.relocation() != null) {
                counts.put(tenant, count);
            }
        });
        return new Beat(said.number() + 1, known == null ? -1 : now.version(), behind, unanswered, counts);
    }

    private void look(PlacementStore.Stored read) throws IOException {
        long now = System.nanoTime();
        if (now - lookedAt < config.lease().toNanos() / LOOKS_IN_LEASE) {
            return;
        }
        lookedAt = now;
        TableContent next =
                watch.look(read.content(), store.beats(read.content().gateways().keySet()));
        if (next != null && store.replace(read, next)) {
            LOG.atWarn()
                    .addKeyValue("filter", name)
                    .addKeyValue("gateways", next.gateways().size())
                    .log("a gateway has been silent for longer than its lease and is taken out of the table of places");
        }
    }

    // A gateway that ends well need not be waited for.
    private void leave() {
        lease.end();
        movers.close();
        try {
            PlacementStore.Stored read = store.read();
            if (read.content().gateways().containsKey(id)) {
                store.replace(read, read.content().withoutGateway(id));
            }
            store.forget(id);
        } catch (IOException | RuntimeException e) {
            LOG.atDebug().addKeyValue("filter", name).setCause(e).log("this gateway is still in the table of places");
        }
    }

    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(LONGEST_LEAVE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.sluice.filters.tenant.placement;

import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.ChangeMark;
import io.sluice.filters.tenant.move.DocumentName;
import io.sluice.filters.tenant.move.UnmovableException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings one tenant to its goal: copies all documents, compares, lets writes wait for a moment, and changes the place. All that others must
 * know stands in the table, so another gateway can go on at any step. Ends when the tenant is there, or another gateway carries it. Blocks.
 */
final class Move implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(Move.class);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration AGAIN = Duration.ofSeconds(1);
    private static final Duration MUCH_LATER = Duration.ofSeconds(10);
    private static final int COMPARISONS = 5;

    private final String tenant;
    private final Surroundings around;
    private final MoveProgress progress;
    /** All documents have been copied once. */
    private boolean copied;
    /** The furthest that it has come. */
    private @Nullable Step furthest;
    /** The indices that were made alike before documents were copied; null if this move did not do it. */
    private @Nullable Set<String> prepared;

    private final DepartedGateways departed;
    private @Nullable Sureness sureness;
    /** That of the placement as this move last saw or made it: with any other the tenant may have been in one place meanwhile. */
    private long version = -1;

    /** What a move does, in order. */
    private enum Step {
        MAKES_INDICES("makes indices"),
        WAITS_FOR_GATEWAYS("waits for gateways"),
        COPIES("copies"),
        WAITS_FOR_DEPARTED("waits for requests of gateways that have gone"),
        COMPARES("compares"),
        WAITS_FOR_REQUESTS("waits for requests in flight"),
        CHANGES_PLACE("changes the place"),
        ARRIVED(MoveProgress.ARRIVED);

        private final String words;

        Step(String words) {
            this.words = words;
        }
    }

    /**
     * What a move needs of its gateway.
     *
     * @param id of the gateway
     * @param places what identifies its places
     * @param hold how long writes may wait before the move gives up for now
     * @param table as this gateway last read it
     * @param settled whether the last of so many gateways has gone long ago, as far as this one knows
     * @param copies told what this gateway carries
     * @param standstill told of each step
     */
    record Surroundings(
            String id,
            String places,
            PlacementStore store,
            Carriers carriers,
            Duration hold,
            PlacementTable table,
            LongPredicate settled,
            WritesInFlight copies,
            Standstill standstill) {}

    Move(String tenant, Surroundings around) {
        this.tenant = tenant;
        this.around = around;
        this.departed = new DepartedGateways(tenant, around.settled());
        this.progress = new MoveProgress(around.store(), tenant);
    }

    @Override
    public void run() {
        around.standstill().reached(tenant);
        try {
            while (attempt()) {
                Thread.sleep(AGAIN.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            around.standstill().over(tenant);
        }
    }

    private void step(Step next) throws IOException {
        reach(next);
        progress.step(next.words);
    }

    // It may have come to nothing before: what was wrong then is still said.
    private void again(Step next) throws IOException {
        reach(next);
        progress.again(next.words);
    }

    private void reach(Step next) {
        if (furthest == null || next.compareTo(furthest) > 0) {
            furthest = next;
            around.standstill().reached(tenant);
        }
    }

    private void documents(long count) {
        around.standstill().documents(tenant, count);
        progress.documents(count);
    }

    /** Goes on as far as possible; false once there is nothing more to do here. */
    private boolean attempt() throws InterruptedException {
        try {
            PlacementStore.Stored read = around.store().read();
            Placement placement = mine(read);
            if (placement == null) {
                return false;
            }
            if (placement.version() != version) {
                beginAnew(placement);
            }
            return !isDone(placement, read.content());
        } catch (UnmovableException e) {
            setback(e);
            Thread.sleep(MUCH_LATER.toMillis());
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            LOG.atWarn().addKeyValue("tenant", tenant).setCause(e).log("a move cannot go on for now");
            setback(e);
        }
        return true;
    }

    // It was called back and ordered again, perhaps to another place: what was written in between was not copied.
    private void beginAnew(Placement placement) {
        copied = false;
        prepared = null;
        sureness = null;
        departed.forget();
        furthest = null;
        around.standstill().reached(tenant);
        version = placement.version();
    }

    /** Whether this gateway knows of nothing that ended the move which was at that placement. */
    private boolean isUnderWay(Placement placement) {
        Placement shown = around.table().current().of(tenant);
        Relocation relocation = shown.relocation();
        boolean calledBack = relocation != null && relocation.leadsTo(shown.place());
        return around.table().isValid() && shown.version() <= placement.version() && !calledBack;
    }

    /** What changes documents or indices of the other place. */
    private interface Carrying {
        void run() throws IOException, UnmovableException, InterruptedException;
    }

    // Once it is counted, this gateway confirms no later table before it is over.
    private void carrying(Placement placement, Carrying work)
            throws IOException, UnmovableException, InterruptedException {
        around.copies().begin(tenant, placement);
        try {
            if (!isUnderWay(placement)) {
                throw new IOException("the move was ended or called back meanwhile");
            }
            work.run();
        } finally {
            around.copies().end(tenant, placement);
        }
    }

    private void setback(Throwable reason) {
        around.standstill().setback();
        progress.problem(String.valueOf(reason.getMessage()));
    }

    /** The tenant's placement while this gateway has to bring it elsewhere; else null. */
    private @Nullable Placement mine(PlacementStore.Stored stored) {
        Placement placement = stored.content().tenants().get(tenant);
        Relocation relocation = placement == null ? null : placement.relocation();
        if (placement == null || relocation == null) {
            return null;
        }
        boolean here = !relocation.leadsTo(placement.place())
                && around.id().equals(relocation.mover())
                && around.table().isValid();
        return here ? placement : null;
    }

    private boolean isDone(Placement placement, TableContent content)
            throws IOException, UnmovableException, InterruptedException {
        if (placement.state() == Placement.State.HOLDING) {
            // Left behind by another gateway.
            change(placement, placement.place(), Placement.State.COPYING);
            return false;
        }
        checkPlaces(content);
        Carrier carrier = around.carriers().between(around.table(), tenant, placement, () -> isUnderWay(placement));
        if (placement.state() == Placement.State.PREPARING) {
            // The first copy of a document would make an index of another kind.
            step(Step.MAKES_INDICES);
            if (isConfirmed(placement)) {
                carrying(placement, () -> prepared = carrier.prepare());
                change(placement, placement.place(), Placement.State.COPYING);
            }
            return false;
        }
        if (!copied) {
            step(Step.WAITS_FOR_GATEWAYS);
            if (!isConfirmed(placement)) {
                return false;
            }
            step(Step.COPIES);
            carrying(placement, () -> carrier.copyAll(this::documents));
            copied = true;
        }
        if (sureness == null && !(areDepartedThrough(placement, carrier) && isCompared(placement, carrier))) {
            return false;
        }
        // Writes are not held in vain.
        step(Step.WAITS_FOR_REQUESTS);
        if (!isQuiet(placement) || !isSure()) {
            return false;
        }
        step(Step.CHANGES_PLACE);
        boolean changed = isChanged(placement, carrier);
        if (changed) {
            step(Step.ARRIVED);
        }
        return changed;
    }

    private static Relocation relocation(Placement placement) {
        Relocation relocation = placement.relocation();
        if (relocation == null) {
            throw new IllegalStateException("the tenant is in one place");
        }
        return relocation;
    }

    // Another one of the same name may be elsewhere: copies that are made there would be missing here.
    private void checkPlaces(TableContent content) throws UnmovableException {
        List<String> others = content.withOtherPlaces(around.places());
        if (!others.isEmpty()) {
            throw new UnmovableException("not all gateways have the same places: " + around.id()
                    + ", which carries the tenant, has others than " + others
                    + "; one of them may be an old configuration that a request still runs on");
        }
    }

    // Requests that were decided before copies were made have to be over.
    private boolean isConfirmed(Placement placement) throws IOException, UnmovableException, InterruptedException {
        return isReached(placement, beat -> true);
    }

    /** Waits also until all requests that got no answer are over: they take far longer than writes are held. */
    private boolean isQuiet(Placement placement) throws IOException, UnmovableException, InterruptedException {
        return isReached(placement, beat -> !beat.isUnanswered(tenant));
    }

    private boolean isReached(Placement placement, Predicate<Beat> more)
            throws IOException, UnmovableException, InterruptedException {
        long soon = System.nanoTime() + MUCH_LATER.toNanos();
        while (true) {
            PlacementStore.Stored read = around.store().read();
            if (!placement.equals(mine(read))) {
                return false;
            }
            checkPlaces(read.content());
            Map<String, Beat> beats = beats(read);
            if (areAllConfirming(read.content(), beats, placement)
                    && beats.values().stream().allMatch(more)) {
                return true;
            }
            Thread.sleep((System.nanoTime() - soon < 0 ? LOOK : AGAIN).toMillis());
        }
    }

    /** Whether the comparison still holds; if not, it is to be made once more. */
    private boolean isSure() throws IOException {
        PlacementStore.Stored read = around.store().read();
        if (sure().holds(tenant, read.content(), beats(read))) {
            return true;
        }
        sureness = null;
        return false;
    }

    private Map<String, Beat> beats(PlacementStore.Stored read) throws IOException {
        return around.store().beats(read.content().gateways().keySet());
    }

    private boolean areAllConfirming(TableContent content, Map<String, Beat> beats, Placement placement) {
        return content.withOtherPlaces(around.places()).isEmpty()
                && content.gateways().entrySet().stream().allMatch(gateway -> {
                    Beat beat = beats.get(gateway.getKey());
                    return !gateway.getValue().leaving() && beat != null && beat.confirms(tenant, placement);
                });
    }

    private boolean areDepartedThrough(Placement placement, Carrier carrier) throws IOException, InterruptedException {
        while (true) {
            PlacementStore.Stored read = around.store().read();
            if (!placement.equals(mine(read))) {
                return false;
            }
            if (departed.areThrough(read.content()) || departed.look(read.content(), carrier)) {
                return true;
            }
            again(Step.WAITS_FOR_DEPARTED);
            Thread.sleep(ChangeMark.LOOK.toMillis());
        }
    }

    // What a comparison finds it repairs; the last one finds nothing.
    private boolean isCompared(Placement placement, Carrier carrier)
            throws IOException, UnmovableException, InterruptedException {
        for (int i = 0; i < COMPARISONS; i++) {
            PlacementStore.Stored read = around.store().read();
            if (!placement.equals(mine(read)) || !departed.areThrough(read.content())) {
                return false;
            }
            Sureness before = Sureness.of(tenant, read.content(), beats(read));
            again(Step.COMPARES);
            long[] differing = new long[1];
            carrying(placement, () -> differing[0] = carrier.compareAll(prepared, this::documents));
            progress.differing(differing[0]);
            if (differing[0] == 0) {
                sureness = before;
                return true;
            }
        }
        DocumentName one = carrier.lastDiffering();
        String example = one == null ? "" : ", such as " + one.id() + " of " + one.index();
        throw new IOException("documents differ again and again" + example);
    }

    /** Lets writes wait, and changes the place once no write is on its way; else lets them go on in the old place. */
    private boolean isChanged(Placement placement, Carrier carrier) throws IOException, InterruptedException {
        Placement held = change(placement, placement.place(), Placement.State.HOLDING);
        if (held == null) {
            return false;
        }
        long deadline = System.nanoTime() + around.hold().toNanos();
        try {
            while (System.nanoTime() - deadline < 0) {
                PlacementStore.Stored read = around.store().read();
                if (!held.equals(mine(read))) {
                    return false;
                }
                Map<String, Beat> beats = beats(read);
                if (areAllConfirming(read.content(), beats, held)) {
                    if (!sure().holds(tenant, read.content(), beats)) {
                        sureness = null;
                        break;
                    }
                    carrier.refresh();
                    Relocation relocation = relocation(held);
                    // A gateway that has come since changes the table, too, and then this fails.
                    if (around.store()
                            .replace(
                                    read,
                                    read.content()
                                            .withTenant(
                                                    tenant,
                                                    relocation.otherThan(held.place()),
                                                    Placement.State.COPYING,
                                                    relocation))) {
                        return true;
                    }
                }
                Thread.sleep(LOOK.toMillis() / 2);
            }
        } catch (IOException e) {
            change(held, held.place(), Placement.State.COPYING);
            throw e;
        }
        change(held, held.place(), Placement.State.COPYING);
        around.standstill().setback();
        return false;
    }

    private Sureness sure() {
        Sureness known = sureness;
        if (known == null) {
            throw new IllegalStateException("nothing was compared");
        }
        return known;
    }

    /** Changes the placement if it is still the same; null if it is not. */
    private @Nullable Placement change(Placement before, String place, Placement.State state) throws IOException {
        while (true) {
            PlacementStore.Stored read = around.store().read();
            if (!before.equals(read.content().tenants().get(tenant))) {
                return null;
            }
            TableContent next = read.content().withTenant(tenant, place, state, before.relocation());
            if (around.store().replace(read, next)) {
                Placement changed = Objects.requireNonNull(next.tenants().get(tenant));
                version = changed.version();
                return changed;
            }
        }
    }
}

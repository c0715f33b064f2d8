package io.sluice.bench.stub.fault;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The faults in force. Changed on command, asked on every request; safe for all threads. */
public final class FaultPlan {
    private final CopyOnWriteArrayList<Active> active = new CopyOnWriteArrayList<>();

    private record Active(Fault fault, AtomicLong left) {
        /** Draws once, and uses up one of the bounded strikes. */
        boolean strikes(RandomGenerator random) {
            return random.nextDouble() < fault.rate() && (fault.count() == 0 || left.getAndDecrement() > 0);
        }
    }

    /** Puts a fault in force. */
    public void add(Fault fault) {
        active.add(new Active(fault, new AtomicLong(fault.count())));
    }

    /** Ends all faults. */
    public void clear() {
        active.clear();
    }

    /** The faults in force, spent ones too. */
    public List<Fault> all() {
        return active.stream().map(Active::fault).toList();
    }

    /** Draws the fault of a whole request, null for none; the first that strikes wins. */
    public @Nullable Fault draw(String node, String target, RandomGenerator random) {
        for (Active one : active) {
            boolean whole = one.fault.kind() != FaultKind.ITEM_429;
            if (whole && one.fault.concerns(node, target) && one.strikes(random)) {
                return one.fault;
            }
        }
        return null;
    }

    /** What decides for each item of one bulk whether it answers 429. */
    public BooleanSupplier items(String node, String target, RandomGenerator random) {
        List<Active> concerned = active.stream()
                .filter(one -> one.fault.kind() == FaultKind.ITEM_429 && one.fault.concerns(node, target))
                .toList();
        return concerned.isEmpty() ? () -> false : () -> concerned.stream().anyMatch(one -> one.strikes(random));
    }
}

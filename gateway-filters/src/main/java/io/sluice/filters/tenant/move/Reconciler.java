package io.sluice.filters.tenant.move;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes documents in one place as they are in another, while they change. Several may be at work on one document, on several gateways: each
 * reads the first place, writes the second on a condition, and reads the first again; what changed meanwhile is done anew. So the one that
 * reads last leaves the latest state behind. Blocks; thread-safe.
 */
final class Reconciler {

    private static final int TRIES = 50;
    private static final int LOOKS = 10;
    private static final int SURE = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final DocumentPort from;
    private final DocumentPort to;
    private final Missing missing;
    private final BooleanSupplier allowed;
    private final Batches batches;
    private volatile @Nullable DocumentName lastDiffering;

    /**
     * @param missing makes indices before documents are written to them
     * @param allowed false once documents must not be written any longer
     */
    Reconciler(DocumentPort from, DocumentPort to, Missing missing, BooleanSupplier allowed, Batches batches) {
        this.from = from;
        this.to = to;
        this.missing = missing;
        this.allowed = allowed;
        this.batches = batches;
    }

    /** Makes indices that the second place does not have: a copy would make them as its cluster makes any. */
    interface Missing {
        /** Makes indices, by the tenant's names, unless they are there. */
        void make(Set<String> indices) throws IOException, UnmovableException;
    }

    /**
     * Makes documents in the second place as they are in the first.
     *
     * @return how many were not
     * @throws IOException if a cluster does not answer, or a document changes all the time
     * @throws UnmovableException if a document cannot be carried
     */
    int reconcile(Collection<DocumentName> names) throws IOException, UnmovableException, InterruptedException {
        return batches.run(names, this::reconcile);
    }

    private int reconcile(Collection<DocumentName> names, long maxBytes) throws IOException, UnmovableException {
        Set<DocumentName> left = new LinkedHashSet<>(names);
        Set<DocumentName> unlike = new HashSet<>();
        // Deleted in the second place with a higher version than in the first.
        Set<DocumentName> buried = new HashSet<>();
        for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
            Map<DocumentName, Copy> wanted = wanted(left, maxBytes);
            Map<DocumentName, Copy> present = present(left, wanted.keySet(), maxBytes);
            List<Change> changes = new ArrayList<>();
            for (DocumentName name : left) {
                Change change = change(name, wanted.get(name), present.get(name), buried.contains(name));
                if (change != null) {
                    changes.add(change);
                    unlike.add(name);
                }
            }
            if (changes.isEmpty()) {
                return unlike.size();
            }
            checkAllowed();
            Set<DocumentName> conflicts = to.write(changes);
            left = changedMeanwhile(changes, wanted, maxBytes);
            buried.clear();
            for (DocumentName name : conflicts) {
                left.add(name);
                if (present.get(name) == null) {
                    buried.add(name);
                }
            }
        }
        if (!left.isEmpty()) {
            throw new IOException("documents change all the time");
        }
        return unlike.size();
    }

    private void checkAllowed() throws IOException {
        if (!allowed.getAsBoolean()) {
            throw new IOException("this gateway may not write copies any longer");
        }
    }

    /**
     * Makes documents alike, and tells what was not on its way: a document that is being written differs until its copy is made, so only one
     * that differs several times in the same state counts.
     *
     * @return how many differed
     * @throws IOException if a cluster does not answer, or a document changes all the time
     * @throws UnmovableException if a document cannot be carried
     */
    int compare(Collection<DocumentName> names) throws IOException, UnmovableException, InterruptedException {
        return batches.run(names, this::compare);
    }

    private int compare(Collection<DocumentName> names, long maxBytes)
            throws IOException, UnmovableException, InterruptedException {
        int differing = 0;
        Map<DocumentName, Seen> seen = new HashMap<>();
        Set<DocumentName> left = new LinkedHashSet<>(names);
        for (int i = 0; i < LOOKS && !left.isEmpty(); i++) {
            if (i > 0) {
                Thread.sleep(PAUSE.toMillis());
            }
            Map<DocumentName, Copy> wanted = wanted(left, maxBytes);
            Map<DocumentName, Copy> present = present(left, wanted.keySet(), maxBytes);
            Set<DocumentName> unlike = new LinkedHashSet<>();
            Set<DocumentName> still = new LinkedHashSet<>();
            for (DocumentName name : left) {
                Copy state = wanted.get(name);
                if (change(name, state, present.get(name), false) != null) {
                    Seen before = seen.get(name);
                    int times = before != null && isSameState(before.state, state) ? before.times + 1 : 1;
                    seen.put(name, new Seen(state, times));
                    (times == SURE ? still : unlike).add(name);
                }
            }
            differing += reconcile(still, maxBytes);
            if (!still.isEmpty()) {
                lastDiffering = still.iterator().next();
            }
            left = unlike;
        }
        reconcile(left, maxBytes);
        return differing;
    }

    /** A document that a comparison found to differ; null if none did. */
    @Nullable DocumentName lastDiffering() {
        return lastDiffering;
    }

    /** How often a document differed in a state; null if it was not there. */
    private record Seen(@Nullable Copy state, int times) {}

    private static boolean isSameState(@Nullable Copy before, @Nullable Copy after) {
        return before == null ? after == null : after != null && before.isStateOf(after);
    }

    private Map<DocumentName, Copy> wanted(Collection<DocumentName> names, long maxBytes)
            throws IOException, UnmovableException {
        Map<DocumentName, Copy> found = from.get(names, maxBytes).copies();
        found.values().removeIf(copy -> copy.other() != null);
        return found;
    }

    /**
     * What is in the second place, which has the indices of what is wanted then.
     *
     * @param wanted those that are in the first
     * @throws UnmovableException if a shard would have to hold two documents of one id
     */
    private Map<DocumentName, Copy> present(Collection<DocumentName> names, Set<DocumentName> wanted, long maxBytes)
            throws IOException, UnmovableException {
        DocumentPort.Found there = to.get(names, maxBytes);
        Set<String> lacking = new HashSet<>(there.missingIndices());
        lacking.retainAll(wanted.stream().map(DocumentName::index).toList());
        if (!lacking.isEmpty()) {
            checkAllowed();
            missing.make(lacking);
        }
        Map<DocumentName, Copy> found = there.copies();
        Set<DocumentName> others = new LinkedHashSet<>();
        found.forEach((name, copy) -> {
            if (copy.other() != null && wanted.contains(name)) {
                others.add(copy.other());
            }
        });
        Set<DocumentName> needed =
                others.isEmpty() ? Set.of() : wanted(others, maxBytes).keySet();
        if (!needed.isEmpty()) {
            DocumentName first = needed.iterator().next();
            throw new UnmovableException("document " + first.id() + " of " + first.index()
                    + " is there with several routings, and the other place has one shard for them");
        }
        found.entrySet().removeIf(each -> each.getValue().other() != null && !wanted.contains(each.getKey()));
        return found;
    }

    private static @Nullable Change change(
            DocumentName name, @Nullable Copy wanted, @Nullable Copy present, boolean buried) {
        if (wanted == null) {
            return present == null ? null : new Change.Delete(name, present);
        }
        if (present == null) {
            return buried
                    ? new Change.Create(name, wanted.source())
                    : new Change.PutVersion(name, wanted.source(), wanted.version());
        }
        if (present.version() > wanted.version()) {
            boolean same = present.other() == null && present.hasSourceOf(wanted);
            return same ? null : new Change.PutOver(name, wanted.source(), present);
        }
        boolean alike = present.other() == null && present.hasSourceOf(wanted) && present.version() == wanted.version();
        return alike ? null : new Change.PutVersion(name, wanted.source(), wanted.version());
    }

    private Set<DocumentName> changedMeanwhile(List<Change> changes, Map<DocumentName, Copy> wanted, long maxBytes)
            throws IOException, UnmovableException {
        List<DocumentName> written = changes.stream().map(Change::name).toList();
        Map<DocumentName, Copy> now = wanted(written, maxBytes);
        Set<DocumentName> changed = new LinkedHashSet<>();
        for (DocumentName name : written) {
            if (!isSameState(wanted.get(name), now.get(name))) {
                changed.add(name);
            }
        }
        return changed;
    }
}

package io.sluice.queue;

import io.sluice.api.RequestHead;
import io.sluice.config.QueueBatchConfig;
import io.sluice.config.QueueConfig;
import io.sluice.config.QueueRetryConfig;
import io.sluice.failure.FailureKind;
import io.sluice.json.JsonBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The items that a lane sends next, until each is done, set aside or a dead letter. It has no two operations on one document: if the first is
 * to be sent again, the second must not have been executed. On its lane's event loop.
 */
final class LaneBatch implements AutoCloseable {
    private static final int TOO_MANY = 429;
    private static final byte[] NOTHING = {};

    private final ClusterSigns signs;
    private final BlockedIndices blocked;
    private final SetAside aside;
    /** What is sent again; those that were done are gone. */
    private List<StoredItem> items = List.of();

    private final List<DeadLetter> dead = new ArrayList<>();
    private List<ConflictCheck.Conflict> conflicts = List.of();
    /** How many are sent at once: fewer after a server refused all of them for one that it did not name. */
    private int most = Integer.MAX_VALUE;
    /** Whether the last attempt only showed that fewer are to be sent. */
    private boolean cut;
    /** Whether items left the batch after the last attempt. */
    private boolean progressed;

    /** Whether the last attempt showed that the cluster takes less, or is away. */
    private boolean refused;

    /** Whether items of the last attempt were refused, as their index takes nothing; that says little about the cluster. */
    private boolean blockedInPart;
    /** How many of these left the batch, and wait beside the lane. */
    private int setAside;
    /** How many that waited there are dead with them. */
    private int deadBeside;

    private RequestHead head = Attempt.FIRST;
    private @Nullable String problem;
    /** What had been seen when the cluster last broke off at these items; null if it did not, or not at what is left. */
    private ClusterSigns.@Nullable Seen lastBreak;

    LaneBatch(ClusterSigns signs, BlockedIndices blocked, SetAside aside) {
        this.signs = signs;
        this.blocked = blocked;
        this.aside = aside;
    }

    /**
     * Takes items: those that were set aside and may be sent now, or else those at the front; what has to be set aside is. There may be none.
     */
    void fill(HeldRecords held, QueueConfig config) {
        lastBreak = null;
        items = aside.due(config.batch(), config.retry());
        head = items.isEmpty() ? Attempt.FIRST : Attempt.AGAIN;
        if (items.isEmpty() && held.passedMuch() && !aside.isEmpty()) {
            aside.markFull();
        } else if (items.isEmpty()) {
            held.taken(fillFromFront(held.waiting(), config.batch()));
        }
    }

    private long fillFromFront(ArrayDeque<StoredItem> waiting, QueueBatchConfig config) {
        List<StoredItem> taken = new ArrayList<>();
        Set<Long> documents = new HashSet<>();
        long bytes = 0;
        long passed = 0;
        aside.clearFull();
        for (StoredItem next = waiting.peek(); next != null; next = waiting.peek()) {
            if (aside.concerns(next) && aside.add(next)) {
                passed += next.length();
            } else if (aside.isFull()) {
                break;
            } else {
                boolean fits = taken.size() < config.items()
                        && bytes + next.length() <= config.bytes().bytes();
                boolean another = documents.add(next.action().document());
                if (!taken.isEmpty() && !(fits && another)) {
                    break;
                }
                taken.add(next);
                bytes += next.length();
            }
            waiting.remove();
        }
        items = taken;
        return bytes + passed;
    }

    /** With what the items are to be sent. */
    RequestHead head() {
        return head;
    }

    boolean isEmpty() {
        return items.isEmpty() && dead.isEmpty();
    }

    /** How many items are to be sent. */
    int size() {
        return items.size();
    }

    /** The items to send now. */
    List<StoredItem> next() {
        return List.copyOf(items.subList(0, Math.min(most, items.size())));
    }

    /** How many bytes these have. */
    long nextBytes() {
        return items.stream().limit(most).mapToLong(StoredItem::length).sum();
    }

    /** Those that will never succeed and are not kept as dead letters yet. */
    List<DeadLetter> dead() {
        return List.copyOf(dead);
    }

    /** Those of the last attempt about which a look at what stands there tells; they are among what is sent again until then. */
    List<ConflictCheck.Conflict> conflicts() {
        return conflicts;
    }

    /**
     * Takes what a look at {@link #conflicts} showed.
     *
     * @param verdicts one for each of them, in their order; null if it failed: they are sent again then
     * @param mostUnseen how often the document of an item may not be given
     */
    void settle(@Nullable List<ConflictCheck.Verdict> verdicts, @Nullable Throwable failure, int mostUnseen) {
        if (verdicts == null) {
            conflicts = List.of();
            problem = "what stands in the way of an item could not be looked at: " + failure;
            cut = false;
            return;
        }
        Set<StoredItem> settled = new HashSet<>();
        for (int i = 0; i < verdicts.size(); i++) {
            ConflictCheck.Conflict conflict = conflicts.get(i);
            StoredItem item = conflict.item();
            ConflictCheck.Verdict verdict = verdicts.get(i);
            if (verdict == ConflictCheck.Verdict.OURS) {
                item.done(Fate.CONFLICT, NOTHING);
                settled.add(item);
            } else if (verdict == ConflictCheck.Verdict.UNSEEN && item.serverFailed() < mostUnseen) {
                problem = "a document that stands in the way of an item was not given";
                cut = false;
            } else if (verdict != ConflictCheck.Verdict.GONE || item.missed()) {
                bury(item, Fate.CONFLICT, conflict.result());
                settled.add(item);
            }
        }
        conflicts = List.of();
        items = items.stream().filter(item -> !settled.contains(item)).toList();
        progressed |= !settled.isEmpty();
        cut |= progressed && problem == null && !items.isEmpty();
    }

    /** They are kept. */
    void buried() {
        dead.forEach(letter -> letter.item().buried(letter.status(), letter.result()));
        dead.clear();
    }

    /** Why items are to be sent again; null if none are. */
    @Nullable String problem() {
        return problem;
    }

    /** Whether the rest is to be sent at once, in smaller parts. */
    boolean isBeingCut() {
        return cut;
    }

    boolean isRefused() {
        return refused;
    }

    boolean isBlockedInPart() {
        return blockedInPart;
    }

    /** How many items of the last attempt were set aside. */
    int setAside() {
        return setAside;
    }

    /** How many became dead letters after it without having been part of it. */
    int deadBeside() {
        return deadBeside;
    }

    boolean hasProgressed() {
        return progressed;
    }

    /**
     * Takes what came of the items that {@link #next} gave.
     *
     * @param config how often the cluster may fail on an item, or break off at it
     */
    void judge(AttemptResult result, QueueRetryConfig config) {
        int before = items.size();
        int sent = Math.min(most, before);
        problem = null;
        cut = false;
        refused = false;
        blockedInPart = false;
        setAside = 0;
        deadBeside = 0;
        switch (result) {
            case AttemptResult.NotExecuted nothing -> {
                failed(nothing.reason());
                if (nothing.brokenOff()) {
                    brokenOff(nothing.reason(), sent, config);
                }
            }
            case AttemptResult.Unknown unknown -> {
                failed(unknown.reason());
                items.subList(0, sent).forEach(StoredItem::ranPerhaps);
                if (unknown.brokenOff()) {
                    brokenOff(unknown.reason(), sent, config);
                }
            }
            case AttemptResult.Refused whole -> refused(whole, sent);
            case AttemptResult.Answered answered -> answered(answered, sent, config);
        }
        progressed = items.size() < before;
        // What was left out of an attempt that went well follows at once.
        cut |= progressed && problem == null && !items.isEmpty();
    }

    private void failed(String reason) {
        problem = reason;
        refused = true;
    }

    // A cluster that is away breaks off as well: only what it does to these items while it works otherwise says
    // something about them.
    private void brokenOff(String reason, int sent, QueueRetryConfig config) {
        ClusterSigns.Seen now = signs.brokenOff();
        ClusterSigns.Sign sign = ClusterSigns.between(lastBreak, now);
        lastBreak = now;
        boolean works = sign == ClusterSigns.Sign.WORKS || sign == ClusterSigns.Sign.ANSWERS;
        if (sent > 1) {
            most = works ? sent / 2 : most;
        } else if (items.getFirst().brokenOff(sign) >= config.brokenOff()) {
            bury(items.getFirst(), FailureKind.UPSTREAM_RESET.status(), brokenOff(reason, config.brokenOff()));
            items = List.copyOf(items.subList(1, items.size()));
            problem = null;
            lastBreak = null;
        }
    }

    private static byte[] brokenOff(String reason, int times) {
        JsonBuffer result = new JsonBuffer();
        result.raw("{\"error\":{\"type\":\"sluice_broken_off\",\"reason\":")
                .string(
                        "",
                        "the cluster broke off at this item alone " + times + " times, and worked in between; at last: "
                                + reason)
                .raw("},\"status\":")
                .number(FailureKind.UPSTREAM_RESET.status())
                .raw("}");
        return result.toBytes();
    }

    // One item may be the reason: the others are sent without it.
    private void refused(AttemptResult.Refused whole, int sent) {
        if (sent > 1) {
            if (whole.mayHaveRun()) {
                items.subList(0, sent).forEach(StoredItem::ranPerhaps);
            }
            most = sent / 2;
            cut = true;
        } else {
            bury(items.getFirst(), whole.status(), whole.body());
            items = List.copyOf(items.subList(1, items.size()));
        }
    }

    /** What the results of one attempt come to. */
    private static final class Outcome {
        final List<StoredItem> left = new ArrayList<>();
        final List<Blocked> withoutIndex = new ArrayList<>();
        final List<ConflictCheck.Conflict> contested = new ArrayList<>();
        /** How many of the items were in a part of which one may be the reason why a node refused all. */
        int suspects;

        boolean took;
        /** Whether items are to be sent again without their ids. */
        boolean withoutId;
    }

    private void answered(AttemptResult.Answered answered, int sent, QueueRetryConfig config) {
        Outcome outcome = new Outcome();
        for (int i = 0; i < sent; i++) {
            StoredItem item = items.get(i);
            AttemptResult.ItemAnswer answer = answered.items()[i];
            if (answer != null && isOfPartOnly(answer, sent)) {
                outcome.left.add(item);
                if (answer.partRefused()) {
                    outcome.suspects++;
                    if (answered.partsMayHaveRun()) {
                        item.ranPerhaps();
                    }
                } else {
                    failed("a node refused its part of the bulk with status " + answer.status());
                }
            } else {
                int status = answer == null ? 0 : answer.status();
                judge(item, status, answer == null ? NOTHING : answer.result(), config, outcome);
            }
        }
        conflicts = outcome.contested;
        if (outcome.took) {
            blocked.took();
        }
        List<StoredItem> left = outcome.left;
        if (left.size() + outcome.withoutIndex.size() < sent) {
            signs.finished();
        }
        left.addAll(setAside(outcome.withoutIndex, config));
        left.addAll(items.subList(sent, items.size()));
        sendNext(left, outcome.suspects);
        cut |= outcome.withoutId && problem == null;
    }

    private void judge(StoredItem item, int status, byte[] result, QueueRetryConfig config, Outcome outcome) {
        Fate fate = Fate.of(item, status, config.serverErrors());
        if (fate != Fate.AGAIN) {
            blocked.answered(item.action().index());
        }
        switch (fate) {
            case DONE -> {
                outcome.took = true;
                item.done(status, result);
            }
            case AGAIN -> {
                if (Fate.isOfIndex(status, result)) {
                    outcome.withoutIndex.add(new Blocked(item, status, result));
                } else {
                    outcome.left.add(item);
                    problem = status == 0
                            ? "an answer was cut off before the results of all items had come"
                            : "items were answered with status " + status;
                    refused |= status == TOO_MANY;
                }
            }
            case CONTESTED -> {
                outcome.left.add(item);
                outcome.contested.add(new ConflictCheck.Conflict(item, result));
            }
            case DEAD -> {
                if (Fate.isForId(result) && item.leaveIdToServer()) {
                    outcome.left.add(item);
                    outcome.withoutId = true;
                } else {
                    bury(item, status, result);
                }
            }
        }
    }

    // Of one item alone, what may be said of an item of a part is said of that item.
    private static boolean isOfPartOnly(AttemptResult.ItemAnswer answer, int sent) {
        return answer.ofPart() && !(sent == 1 && answer.partRefused());
    }

    /** @param suspects as in {@link Outcome} */
    private void sendNext(List<StoredItem> left, int suspects) {
        items = left;
        if (suspects > 0) {
            most = Math.max(1, suspects / 2);
            cut = problem == null;
        } else {
            most = most > Integer.MAX_VALUE / 2 || left.isEmpty() ? Integer.MAX_VALUE : most * 2;
        }
    }

    /** An item that was refused, as its index takes nothing. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Blocked(StoredItem item, int status, byte[] result) {}

    // Those for which there is no room stay, and hold up what follows, for as long as an index may do so.
    private List<StoredItem> setAside(List<Blocked> refusedByIndex, QueueRetryConfig config) {
        blockedInPart = !refusedByIndex.isEmpty();
        Map<String, Integer> indices = new HashMap<>();
        refusedByIndex.forEach(each -> indices.put(each.item().action().index(), each.status()));
        indices.forEach((index, status) -> blocked.refused(index, status == TOO_MANY, config));
        List<StoredItem> kept = new ArrayList<>();
        for (Blocked each : refusedByIndex) {
            if (aside.givesUp(each.item(), config)) {
                bury(each.item(), each.status(), each.result());
                // They are of the same shard.
                List<StoredItem> following = aside.takeOfDocument(each.item());
                following.forEach(item -> bury(item, each.status(), each.result()));
                deadBeside += following.size();
            } else {
                kept.add(each.item());
            }
        }
        List<StoredItem> rest = aside.addFirst(kept);
        setAside = kept.size() - rest.size();
        if (!rest.isEmpty()) {
            head = Attempt.AGAIN;
            problem = "index " + rest.getFirst().action().index()
                    + " takes nothing, and there is no room to set its items aside";
        }
        return rest;
    }

    private void bury(StoredItem item, int status, byte[] result) {
        dead.add(new DeadLetter(item, status, result));
    }

    /** Releases what items hold beside their records. */
    @Override
    public void close() {
        items.forEach(StoredItem::close);
        dead.forEach(letter -> letter.item().close());
        aside.close();
    }
}

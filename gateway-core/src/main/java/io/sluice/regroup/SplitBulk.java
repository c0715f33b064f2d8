package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.bulk.answer.AnswerTotals;
import io.sluice.bulk.line.BulkSplitter;
import io.sluice.cluster.ClusterView;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.SlotUse;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import io.sluice.wire.ByteQueue;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A bulk that is split: given slots at all nodes at once, taken apart while it comes, in one round or in several of which each
 * follows the answers of the one before, and answered when the nodes have answered. On the bulk's event loop.
 */
final class SplitBulk implements SlotTurn.Owner, AutoCloseable {
    /** The status of a bulk of which something may be stored, so that it is not simply safe to send it again. */
    private static final int STATUS_UNKNOWN = 504;

    /** What the bulk does. */
    private enum Phase {
        /** The bulk waits for slots; arriving bytes are held. */
        WAITING,
        /** What comes is split and sent. */
        SPLITTING,
        /** A round has been sent, its answers are awaited and spooled; arriving bytes are held. */
        BETWEEN,
        /** A round that gave way to others is over, and so much is to come first that another one is worth slots. */
        GATHERING,
        /** All has been sent, the last answers are awaited and merged. */
        ANSWERING,
        /** The nodes refused the bulk before its end, and their answer has been passed on; arriving bytes are dropped. */
        REFUSED,
        /** Nothing more happens. */
        OVER
    }

    private final Split split;
    private final UpstreamUser user;
    private final Consumer<Reply> refuse;
    private final ByteQueue held;
    private final Distribution distribution;
    private final BulkSplitter splitter;
    private final AnswerSoFar soFar;
    private final ClientOutlet outlet;
    private final SlotTurn turn;
    private Round round;
    private Phase phase = Phase.WAITING;
    /** Whether the round ends because others want its slots. */
    private boolean givesWay;

    private @Nullable Answers answers;
    /** Why nothing of what follows goes anywhere; null if it does. */
    private @Nullable Failure stopped;
    /** Whether the client's last byte has come. */
    private boolean ended;

    /** Re-entrancy guard: a caller on this stack is already splitting. */
    private boolean working;
    /** Whether there was progress while it was at work. */
    private boolean progressed;

    private long splitNanos;

    /**
     * Begins to split the bytes that have arrived; nothing is sent before {@link #start}.
     *
     * @param held the bytes that have arrived; owned by the bulk from now on
     * @param user gets the answer
     * @param refuse told of an answer of the gateway's own that takes the place of the nodes'
     */
    SplitBulk(Regrouping regrouping, Split.Request request, ByteQueue held, UpstreamUser user, Consumer<Reply> refuse) {
        this.split = Split.begin(regrouping, request, this::onProgress);
        this.user = user;
        this.refuse = refuse;
        this.held = held;
        this.round = split.newRound();
        this.distribution = new Distribution(split, round);
        this.splitter = request.splitter(view(), distribution);
        this.soFar = new AnswerSoFar(new AnswerTotals(request.plan().answer()), split.form());
        this.outlet = new ClientOutlet(split, soFar, user);
        this.turn = new SlotTurn(split, this);
    }

    /** Reads the bytes that have arrived, which stay held; returns false if the bulk was refused. */
    boolean look(boolean complete) {
        ended = complete;
        long began = System.nanoTime();
        for (ByteBuf part : held.parts()) {
            if (!splitter.write(part)) {
                break;
            }
        }
        splitNanos += System.nanoTime() - began;
        if (splitter.refusal() == null && complete) {
            splitter.end();
        }
        return !refuses();
    }

    /** All items take one lane. To be called before anything is looked at. */
    void takeOneLane() {
        distribution.beginOneLane(round);
    }

    /** Whether splitting the items read so far gains nothing. */
    boolean isIndivisible() {
        return distribution.isIndivisible();
    }

    /** The view that the bulk keeps. */
    ClusterView view() {
        return split.sites().home().view().view();
    }

    /** Names that the view does not know, in the part of the bulk that has been read. */
    List<String> unknownNames() {
        return split.sites().home().view().unknownNames();
    }

    int items() {
        return splitter.items();
    }

    /** What was looked at goes to the nodes, and what follows. */
    void start() {
        held.close();
        distribution.settle();
        reserve();
    }

    private void reserve() {
        phase = Phase.WAITING;
        turn.await(distribution.nodes());
    }

    @Override
    public void onSlots(List<UpstreamNode> nodes) {
        working = true;
        round.lanes().open(nodes);
        working = false;
        phase = Phase.SPLITTING;
        splitHeld();
        user.onUpstreamWritabilityChanged();
    }

    @Override
    public void onSomeSlots(List<UpstreamNode> nodes) {
        if (nodes.isEmpty() && soFar.isEmpty()) {
            fail(Failure.of(FailureKind.OVERLOADED, "all nodes work on as many bulks as they can take"));
        } else {
            onSlots(nodes);
        }
    }

    @Override
    public boolean awaitsClient() {
        return isWritable();
    }

    @Override
    public void giveWay() {
        givesWay = true;
        distribution.endRound();
    }

    @Override
    public void onTooSlow(Failure failure) {
        fail(failure);
    }

    /** Takes over a part of the body. */
    void take(ByteBuf part, boolean last) {
        ended |= last;
        switch (phase) {
            case WAITING, BETWEEN -> held.add(part);
            case GATHERING -> {
                held.add(part);
                gather();
            }
            case SPLITTING -> {
                int length = part.readableBytes();
                held.add(part);
                splitHeld();
                turn.received(length, isWritable());
            }
            case ANSWERING, REFUSED, OVER -> part.release();
        }
    }

    // A node's connection may be there at once, say so, and have more of the body sent here, which must not overtake.
    private void splitHeld() {
        if (working) {
            return;
        }
        working = true;
        try {
            while (phase == Phase.SPLITTING && !held.isEmpty()) {
                splitPart(Objects.requireNonNull(held.poll()));
            }
            if (ended && phase == Phase.SPLITTING) {
                endOfBody();
            }
        } finally {
            working = false;
        }
        if (progressed) {
            progressed = false;
            split.call().loop().execute(this::onProgress);
        }
    }

    private void splitPart(ByteBuf part) {
        long began = System.nanoTime();
        try {
            splitter.write(part);
            if (splitter.isPaused()) {
                held.addFirst(part.retainedSlice().skipBytes(splitter.taken()));
            }
        } finally {
            part.release();
            splitNanos += System.nanoTime() - began;
        }
        if (refuses() || isTooLarge()) {
            return;
        }
        if (splitter.isPaused()) {
            endRound();
        } else {
            round.lanes().flush();
        }
    }

    /** Whether the bulk is refused as a whole: the client has been told. */
    private boolean refuses() {
        Reply refusal = splitter.refusal();
        if (refusal != null) {
            refuse.accept(refusal);
        }
        return refusal != null;
    }

    /** Whether a part is longer than its node takes and the bulk was refused for that, as nothing was executed. */
    private boolean isTooLarge() {
        Lane lane = round.tooLarge();
        if (lane == null) {
            return false;
        }
        String reason = "the part of the bulk for node " + lane.node() + " is larger than the " + lane.maxBytes()
                + " bytes that it takes";
        if (soFar.isEmpty()) {
            refuse.accept(Reply.error(413, "sluice_too_large", reason));
            return true;
        }
        Failure failure = Failure.of(FailureKind.TOO_LARGE, reason);
        lane.giveUp(failure);
        if (!split.regrouping().splits()) {
            stopped = failure;
            distribution.endRound();
        }
        return false;
    }

    private void endRound() {
        phase = Phase.BETWEEN;
        turn.sent();
        complete(new Answers(round, soFar, new SpoolOutlet(split, soFar, this::nextRound), user));
    }

    private void endOfBody() {
        if (!splitter.end()) {
            refuses();
            return;
        }
        phase = Phase.ANSWERING;
        turn.sent();
        complete(new Answers(round, soFar, outlet, user));
    }

    private void complete(Answers awaited) {
        giveBackUnused();
        answers = awaited;
        round.lanes().complete();
        split.trace().sent();
        awaited.advance();
    }

    private void giveBackUnused() {
        for (UpstreamNode node : round.lanes().takeUnusedSlots()) {
            split.slots().giveBack(node, SlotUse.Unused.INSTANCE);
        }
    }

    // The item that begins the round is held by the splitter.
    private void nextRound() {
        endOf(round);
        round = split.newRound();
        Spool spool = Objects.requireNonNull(soFar.items());
        if (stopped == null && (spool.isTooLarge() || spool.isOverBudget())) {
            stopped = Failure.of(FailureKind.OVERLOADED, "no more results of the bulk can be spooled");
        }
        if (stopped != null) {
            distribution.refuse(round, stopped);
        } else {
            distribution.begin(round);
        }
        long began = System.nanoTime();
        splitter.resume();
        splitNanos += System.nanoTime() - began;
        if (givesWay) {
            givesWay = false;
            phase = Phase.GATHERING;
            gather();
            user.onUpstreamWritabilityChanged();
        } else {
            reserve();
        }
    }

    private void gather() {
        if (ended || held.bytes() >= split.regrouping().config().minBytes().bytes()) {
            reserve();
        }
    }

    private void endOf(Round done) {
        int merged = answers == null ? 0 : answers.merged();
        split.trace().roundOver(done, merged, split.regrouping().meters());
        if (answers != null) {
            answers.close();
            answers = null;
        }
        giveBackUnused();
        done.abort();
    }

    // A lane can take more, something came from its node, or the spool goes on.
    private void onProgress() {
        if (working) {
            progressed = true;
            return;
        }
        if (phase != Phase.OVER && spoolFailed()) {
            return;
        }
        switch (phase) {
            case SPLITTING -> {
                if (soFar.isEmpty() && round.lanes().areDecided() && passOnEarly()) {
                    return;
                }
                round.lanes().readAhead();
                user.onUpstreamWritabilityChanged();
            }
            case BETWEEN, ANSWERING -> Objects.requireNonNull(answers).advance();
            default -> {}
        }
    }

    /** Whether all nodes refused the bulk alike before its end: the client is told, and the rest of the bulk is not taken. */
    private boolean passOnEarly() {
        Answers early = new Answers(round, soFar, outlet, user);
        answers = early;
        // A filter may have the answer wait, while the exchange reads on.
        phase = Phase.REFUSED;
        boolean passedOn = early.passOn();
        if (!passedOn) {
            phase = Phase.SPLITTING;
            answers = null;
        } else if (phase == Phase.REFUSED) {
            turn.sent();
            giveBackUnused();
        }
        return passedOn;
    }

    /** Whether spooled results are lost: the client has been told. */
    private boolean spoolFailed() {
        Spool spool = soFar.items();
        String why = spool == null ? null : spool.failure();
        if (why != null) {
            fail(new Failure(FailureKind.SPOOL_FAILED, STATUS_UNKNOWN, why + "; items of the bulk may be stored"));
        }
        return why != null;
    }

    private void fail(Failure failure) {
        user.onUpstreamFailure(failure);
    }

    /** Whether more of the body can be taken now. */
    boolean isWritable() {
        return switch (phase) {
            case WAITING, BETWEEN -> false;
            case SPLITTING -> round.lanes().areWritable();
            case GATHERING, ANSWERING, REFUSED, OVER -> true;
        };
    }

    /** The client takes the next part of the answer. */
    void read() {
        outlet.wanted();
        switch (phase) {
            case SPLITTING -> round.lanes().readAhead();
            case ANSWERING -> Objects.requireNonNull(answers).advance();
            default -> {}
        }
    }

    // Aborting a lane whose answer has ended does nothing to its connection, which is in its pool again.
    @Override
    public void close() {
        if (phase == Phase.OVER) {
            return;
        }
        phase = Phase.OVER;
        turn.close();
        held.close();
        endOf(round);
        splitter.close();
        soFar.close();
        split.trace().failedItems(soFar.totals().failedItems());
        split.trace()
                .record(distribution.misplaced(), splitNanos, split.regrouping().meters());
    }

    /** Ends the look-ahead without effects, since the bulk goes another way; the caller owns the held bytes again. */
    void withdraw() {
        phase = Phase.OVER;
        round.abort();
        splitter.close();
    }
}

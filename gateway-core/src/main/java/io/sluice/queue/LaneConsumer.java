package io.sluice.queue;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.sluice.api.queue.QueueLane;
import io.sluice.config.QueueBatchConfig;
import io.sluice.config.QueueConfig;
import io.sluice.config.QueueRetryConfig;
import io.sluice.upstream.Deadline;
import io.sluice.upstream.Guarded;
import io.sluice.upstream.GuardedLoop;
import io.sluice.upstream.SlotUse;
import io.sluice.upstream.UpstreamNode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the items of one lane to the queue's cluster, in order: one bulk at a time, and the next only when each item of it is done, set
 * aside or a dead letter. On one event loop.
 */
final class LaneConsumer implements Guarded, LaneIntake.Taker, Attempt.Listener {

    /** What the lane does. */
    private enum Phase {
        /** It waits for a record, for room for a long one, or for an index that takes nothing. */
        IDLE,
        /** It waits for its turn to send. */
        WAITING,
        /** It has its turn and gathers items. */
        GATHERING,
        /** A bulk is on its way. */
        SENDING,
        /** It is looked at what stands in the way of items. */
        LOOKING,
        /** Items that will never succeed are being kept as dead letters. */
        BURYING,
        /** It waits before it tries again. */
        PAUSING,
        /** It reads again what it gave back while it paused, or waits for room for it. */
        LOADING,
        /** Nothing more happens. */
        OVER
    }

    /** The least time between two looks at what was set aside, in nanoseconds. */
    private static final long LOOK_ASIDE = TimeUnit.MILLISECONDS.toNanos(50);

    private final IngestQueue queue;
    private final QueueLane lane;
    private final EventLoop loop;
    private final GuardedLoop guarded;
    private final LaneIntake intake;
    private final Deadline lingerEnds;
    /** When items that were set aside are looked at again. */
    private final Deadline asideEnds;

    private final Backoff backoff = new Backoff();
    private final HeldRecords held;
    private final SetAside aside;
    private final LaneBatch batch;
    private Phase phase = Phase.IDLE;
    private final LaneTurn turn;
    private long sentAt;
    /** The answer to the bulk that is on its way should have come. */
    private volatile boolean late;
    /** How many items are to be dead letters, and could not be kept as such at the last try. */
    private volatile int unburied;
    /** Whether the lane ends with what it does now. */
    private boolean stopping;

    private @Nullable Attempt attempt;
    private @Nullable Future<?> pause;
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    LaneConsumer(IngestQueue queue, QueueLane lane, EventLoop loop) {
        this.queue = queue;
        this.lane = lane;
        this.loop = loop;
        this.aside = new SetAside(queue.blocked(), queue.shortage());
        this.batch = new LaneBatch(queue.signs(), queue.blocked(), aside);
        this.guarded = new GuardedLoop(loop, this);
        this.intake = new LaneIntake(queue, lane, guarded, this);
        this.held = intake.held();
        this.turn = new LaneTurn(queue.permits(), guarded, this::onTurn);
        this.lingerEnds = guarded.deadline(this::onLingerEnd);
        this.asideEnds = guarded.deadline(this::onAsideEnd);
    }

    /** Begins; from any thread. */
    void start() {
        guarded.execute(intake::ask);
    }

    /**
     * Ends with the bulk that is on its way, unless its answer is late; from any thread.
     *
     * @return completes when nothing more happens, on the event loop
     */
    CompletionStage<Void> stop() {
        guarded.execute(() -> {
            stopping = true;
            if (late || phase != Phase.SENDING && phase != Phase.LOOKING && phase != Phase.BURYING) {
                end();
            }
        });
        return over;
    }

    /** Ends at once; from any thread. */
    void kill() {
        guarded.execute(this::end);
    }

    /** Ends at once, as the lane belongs to another gateway now; from any thread. */
    void lose() {
        guarded.execute(() -> {
            end();
            queue.problems().forget(lane.number());
        });
    }

    // Records.

    @Override
    public boolean mayWait() {
        return phase == Phase.IDLE && !aside.isFull();
    }

    @Override
    public boolean mayTake() {
        return phase == Phase.GATHERING;
    }

    @Override
    public void onRecord() {
        if (phase == Phase.IDLE) {
            waitForTurn();
        } else if (phase == Phase.GATHERING) {
            gather();
        }
    }

    @Override
    public void onNoRoom() {
        sendNext();
    }

    @Override
    public void onReadAgain() {
        tryAgain();
    }

    @Override
    public void onFailure(String reason) {
        fail(reason);
    }

    // A record that cannot be read is not passed over: the lane stands still, and the queue says why.
    private void fail(String reason) {
        if (phase != Phase.OVER && !stopping) {
            queue.problems().failed(lane.number(), reason);
        }
        end();
    }

    // Turns.

    private void waitForTurn() {
        phase = Phase.WAITING;
        turn.ask();
    }

    private void onTurn() {
        phase = Phase.GATHERING;
        if (batch.isEmpty()) {
            lingerEnds.set(System.nanoTime() + queue.config().batch().linger().toNanos());
            gather();
        } else {
            send();
        }
    }

    private void gather() {
        QueueBatchConfig config = queue.config().batch();
        boolean enough = held.waitingBytes() >= config.bytes().bytes()
                || held.waiting().size() >= config.items()
                || aside.isFull()
                || queue.room().isShort();
        if (enough) {
            sendNext();
        } else {
            intake.ask();
        }
    }

    private void onLingerEnd() {
        if (phase == Phase.GATHERING) {
            sendNext();
        }
    }

    private void sendNext() {
        lingerEnds.clear();
        batch.fill(held, queue.config());
        if (batch.isEmpty()) {
            held.removeFinished(lane);
            turn.end();
            queue.problems().last(lane.number(), aside.problem());
            nextBulk();
        } else {
            send();
        }
    }

    private void send() {
        phase = Phase.SENDING;
        sentAt = System.nanoTime();
        Attempt next = new Attempt(queue.terms(), batch.next(), queue.via().addTo(batch.head()), loop, this);
        attempt = next;
        next.start();
    }

    // Results.

    /** How many items wait beside the lane; from any thread. */
    int setAside() {
        return aside.size();
    }

    /** Whether the answer to a bulk should have come, and is awaited none the less; from any thread. */
    boolean isLate() {
        return late;
    }

    // Others may send meanwhile. What follows in this lane waits: were the bulk sent again, the node might yet carry
    // out the first one, over what came later.
    @Override
    public void onLate(UpstreamNode node) {
        turn.used(SlotUse.Refused.INSTANCE);
        turn.end();
        queue.problems().late(lane.number(), node);
        if (stopping) {
            end();
        } else {
            late = true;
        }
    }

    @Override
    public void onResult(AttemptResult result) {
        attempt = null;
        late = false;
        int before = batch.size();
        int sent = batch.next().size();
        long bytes = batch.nextBytes();
        batch.judge(result, queue.config().retry());
        if (batch.isRefused()) {
            turn.used(SlotUse.Refused.INSTANCE);
        } else if (batch.problem() == null && !batch.isBlockedInPart()) {
            turn.used(new SlotUse.Answered(System.nanoTime() - sentAt, bytes));
        }
        if (batch.conflicts().isEmpty()) {
            judged(before, sent);
        } else {
            look(before, sent);
        }
    }

    private void look(int before, int sent) {
        phase = Phase.LOOKING;
        queue.conflictCheck()
                .look(batch.conflicts())
                .whenComplete((verdicts, failure) -> guarded.execute(() -> {
                    if (phase == Phase.LOOKING) {
                        batch.settle(verdicts, failure, queue.config().retry().serverErrors());
                        judged(before, sent);
                    }
                }));
    }

    private void judged(int before, int sent) {
        int dead = batch.dead().size();
        int deadOfSent = dead - batch.deadBeside();
        int done = before - batch.size() - batch.setAside() - deadOfSent;
        queue.meters().sent(done, sent - done - deadOfSent, dead);
        tellProblem();
        if (dead > 0) {
            bury();
        } else {
            goOn();
        }
    }

    private void tellProblem() {
        queue.problems().last(lane.number(), batch.problem() == null ? aside.problem() : batch.problem());
    }

    /** How many dead letters could not be kept, so that the lane waits; from any thread. */
    int unburied() {
        return unburied;
    }

    // Others may send meanwhile.
    private void bury() {
        phase = Phase.BURYING;
        turn.end();
        queue.dead().bury(batch.dead()).whenComplete((nothing, failure) -> guarded.execute(() -> onBuried(failure)));
    }

    // Without a place for them the items stay where they are, and what follows them waits.
    private void onBuried(@Nullable Throwable failure) {
        if (phase == Phase.BURYING && failure == null) {
            unburied = 0;
            batch.buried();
            tellProblem();
            goOn();
        } else if (phase == Phase.BURYING && stopping) {
            held.removeFinished(lane);
            end();
        } else if (phase == Phase.BURYING) {
            unburied = batch.dead().size();
            queue.problems().last(lane.number(), DeadLetters.problem(failure));
            held.removeFinished(lane);
            intake.giveBackIfShort();
            pause();
        }
    }

    private void goOn() {
        held.removeFinished(lane);
        if (stopping) {
            end();
        } else if (batch.isEmpty()) {
            backoff.succeeded();
            turn.end();
            nextBulk();
        } else if (batch.isBeingCut() && turn.isMine()) {
            send();
        } else if (batch.isBeingCut()) {
            waitForTurn();
        } else {
            if (batch.hasProgressed()) {
                backoff.succeeded();
            }
            // What is sent again only later is not held meanwhile where others could be sent.
            intake.giveBackIfShort();
            pause();
        }
    }

    private void tryAgain() {
        if (!intake.isComplete()) {
            phase = Phase.LOADING;
            intake.readAgain();
        } else if (batch.dead().isEmpty()) {
            waitForTurn();
        } else {
            bury();
        }
    }

    private void nextBulk() {
        if (!held.waiting().isEmpty() && !aside.isFull()) {
            waitForTurn();
            return;
        }
        phase = Phase.IDLE;
        lookAsideLater();
        if (!aside.isFull()) {
            intake.ask();
        }
    }

    private void lookAsideLater() {
        if (aside.isFull()) {
            intake.giveBackIfShort();
        }
        if (!aside.isEmpty()) {
            QueueRetryConfig retry = queue.config().retry();
            asideEnds.set(System.nanoTime() + Math.max(LOOK_ASIDE, aside.untilDue(retry)));
        }
    }

    // A lane that waits for room would, with its turn, keep others from sending what takes the room.
    private void onAsideEnd() {
        if (phase != Phase.IDLE) {
            return;
        }
        StoredItem next = held.waiting().peek();
        boolean due = !aside.isEmpty() && aside.untilDue(queue.config().retry()) == 0;
        if ((due || next != null && !aside.concerns(next)) && !intake.wantsRoom()) {
            tryAgain();
        } else {
            lookAsideLater();
        }
    }

    private void pause() {
        turn.end();
        phase = Phase.PAUSING;
        QueueConfig config = queue.config();
        pause = guarded.schedule(
                () -> {
                    if (phase == Phase.PAUSING) {
                        tryAgain();
                    }
                },
                backoff.next(config.retry()));
    }

    // The end.

    private void end() {
        if (phase == Phase.OVER) {
            return;
        }
        phase = Phase.OVER;
        lingerEnds.close();
        asideEnds.close();
        if (pause != null) {
            pause.cancel(false);
        }
        if (attempt != null) {
            attempt.abort();
            attempt = null;
        }
        late = false;
        unburied = 0;
        turn.end();
        batch.close();
        intake.close();
        over.complete(null);
    }

    @Override
    public void onThrown(Throwable thrown) {
        queue.terms().errors().report("lane " + lane.number() + " of queue " + queue.name(), thrown);
        fail("the gateway failed at it; its log says where: " + thrown);
    }
}

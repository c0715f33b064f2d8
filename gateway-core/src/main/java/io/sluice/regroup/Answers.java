package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.bulk.answer.BulkResponseMerger;
import io.sluice.bulk.answer.MergeStep;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.upstream.UpstreamUser;

/**
 * Merges the answers of a round's lanes into one: waits until the outcome of each is known, then merges as fast as the merged
 * bytes are taken. On the bulk's event loop.
 */
public final class Answers implements AutoCloseable {
    private static final int PART_BYTES = 64 * 1024;

    private final Round round;
    private final AnswerSoFar soFar;
    private final Outlet outlet;
    private final UpstreamUser user;
    private final LaneResults results;
    private final BulkResponseMerger merger;
    /** Whether the outcome of each lane is known. */
    private boolean begun;
    /** Whether the answer has ended, or failed. */
    private boolean over;
    /** Re-entrancy guard: a caller on this stack is already at work. */
    private boolean advancing;

    /** Takes the merged parts of a round. On the bulk's event loop. */
    interface Outlet {

        /** Whether no round follows. */
        boolean isLast();

        /** The outcome of each lane is known. */
        void begin(BulkResponseMerger merger);

        /** Passes on the parts that come first; returns whether it takes more now. */
        boolean isReady();

        /** Takes over a part, which is not empty. */
        void take(ByteBuf part);

        /** All has been merged. */
        void end();

        /** The merged parts so far have been given. */
        void flush();
    }

    /**
     * @param soFar the bulk's answer so far, to which this adds
     * @param user told of failures that leave no answer
     */
    Answers(Round round, AnswerSoFar soFar, Outlet outlet, UpstreamUser user) {
        this.round = round;
        this.soFar = soFar;
        this.outlet = outlet;
        this.user = user;
        this.results = new LaneResults(round);
        this.merger =
                new BulkResponseMerger(round.order(), round.lanes().all().size(), soFar.totals(), outlet.isLast());
    }

    /** Merges until something has to wait. */
    void advance() {
        if (advancing || over) {
            return;
        }
        advancing = true;
        try {
            if (!begun && results.advance()) {
                begin();
            }
            while (begun && !over && outlet.isReady() && mergeMore()) {
                outlet.flush();
            }
        } finally {
            advancing = false;
        }
    }

    private void begin() {
        over = passOn();
        if (!over) {
            begun = true;
            results.merge(merger, soFar.headers());
            outlet.begin(merger);
        }
    }

    /**
     * Whether nothing was executed and all nodes say the same, or failed in the same way: the user has been told that as the
     * answer to the whole.
     */
    boolean passOn() {
        return soFar.isEmpty() && (results.passOnRefusal(user) || results.passOnFailure(user));
    }

    /** Whether a part of the answer was given. */
    private boolean mergeMore() {
        ByteBuf part = round.split().call().allocator().directBuffer(PART_BYTES);
        MergeStep step = merger.advance(part, PART_BYTES - 4096);
        round.lanes().readAhead();
        boolean some = part.isReadable();
        if (some) {
            outlet.take(part);
        } else {
            part.release();
        }
        if (step == MergeStep.DONE) {
            over = true;
            outlet.end();
            return true;
        }
        String broken = merger.broken();
        if (broken != null) {
            return goesOnWithout(broken);
        }
        if (step == MergeStep.WAITING) {
            round.lanes().get(merger.waitingFor()).read();
        }
        return some;
    }

    // A node broke in the middle of its results. Where none of them is on its way to the client, it can be told of each
    // item.
    private boolean goesOnWithout(String broken) {
        if (!outlet.isLast() && merger.isReplaceable()) {
            merger.replace(results.lost(merger.waitingFor()));
            return true;
        }
        over = true;
        user.onUpstreamFailure(Failure.of(FailureKind.UPSTREAM_RESET, broken));
        return false;
    }

    /** How many items of the round have been given their result. */
    int merged() {
        return merger.merged();
    }

    @Override
    public void close() {
        over = true;
        results.close();
        merger.close();
    }
}

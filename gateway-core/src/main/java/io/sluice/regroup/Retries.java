package io.sluice.regroup;

import io.netty.util.concurrent.Future;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.line.SentItems;
import io.sluice.bulk.retry.RetryPlan;
import io.sluice.bulk.retry.RetryScan;
import io.sluice.config.BulkRetryConfig;
import io.sluice.failure.Pauses;
import java.util.ArrayList;
import java.util.List;

/** When and which items of one bulk are sent again. On the bulk's event loop. */
final class Retries implements AutoCloseable {
    private static final int MOST_DOUBLINGS = 10;

    private final BulkRetryConfig config;
    private final Round round;
    private final long heldBytes;
    private final List<Future<?>> pauses = new ArrayList<>(0);

    /**
     * @param heldBytes of one lane's answer that may be held until it is known what is sent again
     */
    Retries(BulkRetryConfig config, Round round, long heldBytes) {
        this.config = config;
        this.round = round;
        this.heldBytes = heldBytes;
    }

    Split split() {
        return round.split();
    }

    int attempts() {
        return config.attempts();
    }

    long heldBytes() {
        return heldBytes;
    }

    /** Runs a task after the pause for a number of attempts: doubled each time, half of it random so that bulks spread. */
    void later(int attempts, Runnable task) {
        round.split().trace().retried();
        long first = config.pause().toNanos();
        long drawn = Pauses.draw(first, first << MOST_DOUBLINGS, attempts - 1);
        pauses.add(round.split().call().loop().schedule(task, drawn));
    }

    /** What of a sub-request is sent again. */
    RetryPlan plan(SentItems sent, SubAnswer answer) {
        return RetryScan.of(sent, answer, round.split().call().allocator());
    }

    @Override
    public void close() {
        pauses.forEach(pause -> pause.cancel(false));
    }
}

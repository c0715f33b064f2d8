package io.sluice.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.bench.load.engine.AnswerReader;
import io.sluice.bench.load.result.Outcome;
import io.sluice.bench.load.result.StatusCounts;
import io.sluice.mirror.WholeAnswer;
import io.sluice.recording.RecordedExchange;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** The answer to a request that was sent again, compared with the one before. Used on one event loop. */
final class ReplayAnswer implements AnswerReader {
    private final RecordedExchange recorded;
    private final ReplayDifferences differences;
    private final boolean comparesStatus;
    private final int status;
    private final String coding;
    private final @Nullable ByteArrayOutputStream kept;
    private long bytes;

    ReplayAnswer(
            RecordedExchange recorded, HttpResponse head, ReplayPlan.Compared compared, ReplayDifferences differences) {
        this.recorded = recorded;
        this.differences = differences;
        this.comparesStatus = compared != ReplayPlan.Compared.NOTHING && recorded.status() != 0;
        this.status = head.status().code();
        String given = head.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        this.coding = given == null ? "" : given.strip();
        this.kept = recorded.answer() == null ? null : new ByteArrayOutputStream();
    }

    @Override
    public void body(ByteBuf piece) {
        bytes += piece.readableBytes();
        if (kept != null && bytes <= WholeAnswer.LONGEST) {
            byte[] copy = new byte[piece.readableBytes()];
            piece.getBytes(piece.readerIndex(), copy);
            kept.writeBytes(copy);
        }
    }

    @Override
    public Outcome end(long nanos) {
        boolean differs = comparesStatus && status != recorded.status();
        if (differs) {
            differences.status(recorded, status);
        } else {
            compareBodies();
        }
        Outcome.Kind kind = differs ? Outcome.Kind.STATUS : Outcome.Kind.SUCCESS;
        return new Outcome(kind, status, new StatusCounts(), bytes);
    }

    private void compareBodies() {
        RecordedExchange.Answer before = recorded.answer();
        if (kept == null || before == null) {
            return;
        }
        byte[] body = bytes <= WholeAnswer.LONGEST ? kept.toByteArray() : null;
        differences.body(
                recorded,
                new WholeAnswer(recorded.status(), before.coding(), before.body()),
                new WholeAnswer(status, coding, body));
    }
}

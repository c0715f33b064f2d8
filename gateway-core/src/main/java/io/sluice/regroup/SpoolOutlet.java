package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.sluice.bulk.answer.BulkResponseMerger;
import java.util.Objects;

/** Puts the items of a round by, as another round follows. On the bulk's event loop. */
final class SpoolOutlet implements Answers.Outlet {
    private final Split split;
    private final AnswerSoFar soFar;
    private final Runnable then;

    /** @param then called when all items have been spooled */
    SpoolOutlet(Split split, AnswerSoFar soFar, Runnable then) {
        this.split = split;
        this.soFar = soFar;
        this.then = then;
    }

    @Override
    public boolean isLast() {
        return false;
    }

    @Override
    public void begin(BulkResponseMerger merger) {
        if (soFar.isEmpty()) {
            BulkCall call = split.call();
            soFar.items(new Spool(split.regrouping(), call.loop(), call.allocator(), split.onProgress()));
        }
    }

    private Spool spool() {
        return Objects.requireNonNull(soFar.items());
    }

    @Override
    public boolean isReady() {
        return spool().isWritable();
    }

    @Override
    public void take(ByteBuf part) {
        spool().write(part);
        part.release();
    }

    @Override
    public void end() {
        then.run();
    }

    @Override
    public void flush() {}
}

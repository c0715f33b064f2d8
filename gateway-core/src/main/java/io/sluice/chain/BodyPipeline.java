package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Exchange;
import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stages of several filters in a row: what one puts out is the next one's chunk. Time is counted for each filter without that
 * of the ones behind it. On one event loop, for one body.
 */
final class BodyPipeline implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BodyPipeline.class);

    private final BodyOutput output;
    private final Exchange exchange;
    private final List<Link> links = new ArrayList<>(2);
    private ByteSink target;
    private long mark;
    /** Whether a stage refused or failed: nothing more is called. */
    private boolean stopped;

    private @Nullable String stoppedBy;

    BodyPipeline(BodyOutput output, Exchange exchange) {
        this.output = output;
        this.exchange = exchange;
        this.target = output;
    }

    void add(String filter, LongConsumer nanos, ByteStage stage) {
        links.add(new Link(links.size(), filter, nanos, stage));
    }

    boolean isEmpty() {
        return links.isEmpty();
    }

    boolean stopped() {
        return stopped;
    }

    /** The filter whose stage refused the body or failed; null if none did. */
    @Nullable String stoppedBy() {
        return stoppedBy;
    }

    /** How many stages there are. */
    int stages() {
        return links.size();
    }

    /** Sends a chunk, lent for the call, through all stages into the sink. */
    void write(ByteBuf lent, ByteSink into) {
        write(lent, 0, into);
    }

    /** Sends a chunk, lent for the call, through the stages from the given one on into the sink. */
    void write(ByteBuf lent, int from, ByteSink into) {
        target = into;
        if (!stopped && lent.isReadable()) {
            if (from == links.size()) {
                into.relay(lent, lent.readerIndex(), lent.readableBytes());
            } else {
                mark = System.nanoTime();
                links.get(from).accept(lent);
            }
        }
    }

    /** Ends all stages, first to last. */
    void end(ByteSink into) {
        target = into;
        mark = System.nanoTime();
        for (int i = 0; i < links.size() && !stopped; i++) {
            links.get(i).end();
        }
    }

    @Override
    public void close() {
        stopped = true;
        links.forEach(link -> link.stage.close());
    }

    /** A stage and, as a sink, the way to what comes after it. */
    private final class Link implements ByteSink {
        private final int position;
        private final String filter;
        private final LongConsumer nanos;
        private final ByteStage stage;

        private Link(int position, String filter, LongConsumer nanos, ByteStage stage) {
            this.position = position;
            this.filter = filter;
            this.nanos = nanos;
            this.stage = stage;
        }

        private void accept(ByteBuf lent) {
            try {
                stage.write(lent, this);
            } catch (Throwable e) {
                broke(e);
            }
            count();
        }

        private void end() {
            try {
                stage.end(this);
            } catch (Throwable e) {
                broke(e);
            }
            count();
        }

        private void count() {
            long now = System.nanoTime();
            nanos.accept(now - mark);
            mark = now;
        }

        private void broke(Throwable cause) {
            if (!stopped) {
                stopped = true;
                stoppedBy = filter;
                LOG.atError()
                        .addKeyValue("filter", filter)
                        .addKeyValue("request", exchange.id())
                        .setCause(cause)
                        .log("a filter failed in a body");
                output.fail(Failure.of(FailureKind.FILTER_FAILED, "filter " + filter + " failed"));
            }
        }

        @Override
        public void relay(ByteBuf lent, int index, int length) {
            if (stopped) {
                return;
            }
            if (position + 1 == links.size()) {
                target.relay(lent, index, length);
            } else {
                count();
                links.get(position + 1).accept(lent.slice(index, length));
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (stopped) {
                return;
            }
            if (position + 1 == links.size()) {
                target.write(bytes, offset, length);
            } else if (length > 0) {
                count();
                links.get(position + 1).accept(Unpooled.wrappedBuffer(bytes, offset, length));
            }
        }

        @Override
        public void refuse(Reply reply) {
            if (!stopped) {
                stopped = true;
                stoppedBy = filter;
                target.refuse(reply);
            }
        }
    }
}

package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.BulkDefaults;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.bulk.line.BulkRewriter;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import io.sluice.json.JsonRewriter;
import io.sluice.json.NdjsonRewriter;

/** Relays a body as it comes, and shows it to a stage whose output goes nowhere. On one event loop, for one body. */
final class WatchingStage implements ByteStage {
    private final ByteStage reader;
    private final Runnable onUnread;
    private final Nowhere nowhere = new Nowhere();
    /** Whether the reader has refused the body. */
    private boolean unread;

    WatchingStage(ByteStage reader, Runnable onUnread) {
        this.reader = reader;
        this.onUnread = onUnread;
    }

    /**
     * The stage of a plan that only looks.
     *
     * @throws IllegalArgumentException if the URL is none of a bulk
     */
    static WatchingStage of(RequestPlan.Watch watch, BodyLimits limits) {
        ByteStage reader = switch (watch.plan()) {
            case RequestPlan.Json json -> new JsonRewriter(json.visitor(), limits.json());
            case RequestPlan.Ndjson lines -> new NdjsonRewriter(lines.visitor(), limits.json());
            case RequestPlan.Bulk items ->
                new BulkRewriter(items.visitor(), BulkDefaults.of(items.head().target()), limits.bulk());
            default -> throw new IllegalStateException("not to be watched: " + watch.plan());
        };
        return new WatchingStage(reader, watch.onUnread());
    }

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        if (!unread) {
            reader.write(lent, nowhere);
            closeIfUnread();
        }
        out.relay(lent, lent.readerIndex(), lent.readableBytes());
    }

    @Override
    public void end(ByteSink out) {
        if (!unread) {
            reader.end(nowhere);
            closeIfUnread();
        }
    }

    private void closeIfUnread() {
        if (unread) {
            reader.close();
            onUnread.run();
        }
    }

    @Override
    public void close() {
        if (!unread) {
            reader.close();
        }
    }

    /** Drops what is written, and notes a refusal. */
    private final class Nowhere implements ByteSink {
        @Override
        public void relay(ByteBuf lent, int index, int length) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}

        @Override
        public void refuse(Reply reply) {
            unread = true;
        }
    }
}

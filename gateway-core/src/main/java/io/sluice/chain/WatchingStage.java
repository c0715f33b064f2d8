package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.api.Reply;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;

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

package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.sluice.wire.KeptBytes;
import java.util.List;

/**
 * What has been sent upstream of a request's body, for another try. On one event loop.
 *
 * <pre>
 * NOTHING_SENT --first bytes--> Kept --over the limit, or the answer begins--> LOST
 *       '------first bytes of a request that may not be sent twice--------------^
 * </pre>
 */
sealed interface ReplayCopy extends AutoCloseable {

    /** Adds sent bytes, which the caller still owns; returns the copy to use from now on. */
    ReplayCopy and(ByteBuf sent);

    default long bytes() {
        return 0;
    }

    /** The parts once more, each retained for the caller. */
    default List<ByteBuf> parts() {
        return List.of();
    }

    @Override
    default void close() {}

    /** No bytes are kept. */
    enum None implements ReplayCopy {
        NOTHING_SENT,
        LOST;

        @Override
        public ReplayCopy and(ByteBuf sent) {
            return this;
        }
    }

    /** All that was sent. Owns it. */
    final class Kept implements ReplayCopy {
        private final long maxBytes;
        private final KeptBytes parts = new KeptBytes();

        Kept(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        @Override
        public ReplayCopy and(ByteBuf sent) {
            if (parts.bytes() + sent.readableBytes() > maxBytes) {
                close();
                return None.LOST;
            }
            parts.add(sent);
            return this;
        }

        @Override
        public long bytes() {
            return parts.bytes();
        }

        @Override
        public List<ByteBuf> parts() {
            return parts.copies();
        }

        @Override
        public void close() {
            parts.close();
        }
    }
}

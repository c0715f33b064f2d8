package io.sluice.wire;

/** Limits the bytes of unfinished messages that all connections together hold. Safe from any thread. */
public interface HeldBytes {

    /** No bound, for connections whose number and limits are bound enough. */
    HeldBytes UNBOUNDED = new HeldBytes() {
        @Override
        public boolean hold(long bytes) {
            return true;
        }

        @Override
        public void release(long bytes) {}
    };

    /** Takes room for more bytes. Returns false if there is none; nothing is taken then. */
    boolean hold(long bytes);

    /** Gives room back. */
    void release(long bytes);
}

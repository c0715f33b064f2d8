package io.sluice.dist;

import java.io.ByteArrayInputStream;

/** A part of a body that is sent only after an event. For one thread. */
final class LatePiece extends ByteArrayInputStream {

    private final Runnable happening;
    private boolean awaited;

    /** @param happening waits for it */
    LatePiece(byte[] bytes, int from, int to, Runnable happening) {
        super(bytes, from, to - from);
        this.happening = happening;
    }

    @Override
    public synchronized int read(byte[] into, int at, int length) {
        if (!awaited) {
            awaited = true;
            happening.run();
        }
        return super.read(into, at, length);
    }

    @Override
    public synchronized int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }
}

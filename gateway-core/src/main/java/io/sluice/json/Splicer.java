package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Json;

/**
 * Builds the new body: bytes of the old body are kept or dropped in their order, others are inserted. An untouched run
 * of a chunk becomes one relayed slice; bytes that are undecided when a chunk ends are copied and held back. Offsets count from the
 * body's first byte. For one body, on the exchange's event loop.
 */
public final class Splicer {

    private static final byte[] NOTHING = {};

    private ByteSink out = ClosedSink.INSTANCE;
    private ByteBuf chunk = Unpooled.EMPTY_BUFFER;
    /** The offsets of the chunk's first readable byte and of the byte after its last. */
    private long chunkFrom;

    private long chunkTo;
    /** Everything before this offset is kept or dropped. */
    private long decided;
    /** The untouched run of this chunk that has not been relayed yet. */
    private long runFrom;

    private long runTo;
    /** The bytes from {@link #decided} to {@link #chunkFrom}, if there are any. */
    private byte[] held = NOTHING;

    private int heldFrom;

    /** Begins the next chunk. Lent until {@link #endChunk}. */
    public void beginChunk(ByteBuf lent, ByteSink sink) {
        chunk = lent;
        out = sink;
        chunkFrom = chunkTo;
        chunkTo = chunkFrom + lent.readableBytes();
        runFrom = chunkFrom;
        runTo = chunkFrom;
    }

    /** Begins the end of the body: no bytes follow, but those held back can still be decided. */
    public void beginEnd(ByteSink sink) {
        beginChunk(Unpooled.EMPTY_BUFFER, sink);
    }

    /** The offset of the chunk's first byte. */
    public long chunkFrom() {
        return chunkFrom;
    }

    /** The first offset that is neither kept nor dropped. */
    public long decided() {
        return decided;
    }

    /** Keeps the bytes before the offset that are not decided yet. */
    public void keepTo(long offset) {
        if (offset <= decided) {
            return;
        }
        if (runTo == decided) {
            runTo = offset;
            decided = offset;
            return;
        }
        if (decided < chunkFrom) {
            keepHeld(Math.min(offset, chunkFrom));
        }
        if (offset > decided) {
            flush();
            runTo = offset;
            decided = offset;
        }
    }

    private void keepHeld(long to) {
        int length = (int) (to - decided);
        out.write(held, heldFrom, length);
        heldFrom += length;
        decided = to;
    }

    /** Drops the bytes before the offset that are not decided yet. */
    public void dropTo(long offset) {
        if (offset > decided) {
            heldFrom += (int) (Math.min(offset, chunkFrom) - Math.min(decided, chunkFrom));
            decided = offset;
        }
    }

    /** Inserts bytes at the current offset. */
    public void insert(byte[] bytes, int from, int length) {
        if (length > 0) {
            flush();
            out.write(bytes, from, length);
        }
    }

    public void insert(byte[] bytes) {
        insert(bytes, 0, bytes.length);
    }

    /** Inserts a string without its quotes at the current offset. */
    void insertInside(Json string) {
        insert(string.utf8(), 1, string.utf8().length - 2);
    }

    private void flush() {
        if (runTo > runFrom) {
            out.relay(chunk, chunk.readerIndex() + (int) (runFrom - chunkFrom), (int) (runTo - runFrom));
        }
        runFrom = Math.max(decided, chunkFrom);
        runTo = runFrom;
    }

    /** Ends the chunk: relays what is kept, copies what is undecided. Returns the number of bytes now held back. */
    public int endChunk() {
        flush();
        int length = (int) (chunkTo - decided);
        if (length > 0) {
            hold(length);
        }
        chunk = Unpooled.EMPTY_BUFFER;
        out = ClosedSink.INSTANCE;
        return length;
    }

    private void hold(int length) {
        int before = (int) Math.max(0, chunkFrom - decided);
        if (heldFrom + length > held.length || heldFrom > 0) {
            byte[] target = length <= held.length ? held : new byte[Math.max(256, length * 2)];
            System.arraycopy(held, heldFrom, target, 0, before);
            held = target;
            heldFrom = 0;
        }
        int index = chunk.readerIndex() + (int) (Math.max(decided, chunkFrom) - chunkFrom);
        chunk.getBytes(index, held, before, length - before);
    }

    /** Releases the chunk and the bytes that are held back. */
    public void release() {
        chunk = Unpooled.EMPTY_BUFFER;
        out = ClosedSink.INSTANCE;
        decided = chunkTo;
        runFrom = chunkTo;
        runTo = chunkTo;
        held = NOTHING;
        heldFrom = 0;
    }
}

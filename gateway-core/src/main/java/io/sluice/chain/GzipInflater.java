package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Undoes gzip (RFC 1952) in slices, so that a small input cannot become a large output at once. Members that follow one another
 * are one body, as for servers. On one event loop, for one body.
 */
final class GzipInflater implements AutoCloseable {
    private static final int SLICE_BYTES = 64 * 1024;
    private static final int RATIO_COUNTS_FROM = 1 << 20;

    private final BodyLimits limits;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private final GzipFraming framing = new GzipFraming();
    private final byte[] slice = new byte[SLICE_BYTES];
    private ByteBuf input = Unpooled.EMPTY_BUFFER;
    private long read;
    private long written;
    /** Whether compressed data of a member is being read, false only if its header or trailer is. */
    private boolean inData;
    /** Whether the input buffer's bytes have been given to the inflater already. */
    private boolean inputLent;

    GzipInflater(BodyLimits limits) {
        this.limits = limits;
    }

    /** Takes a copy of a chunk; only to be called when {@link #step} has nothing left. */
    void offer(ByteBuf lent, ByteBufAllocator allocator) {
        input.release();
        input = allocator.heapBuffer(lent.readableBytes());
        input.writeBytes(lent, lent.readerIndex(), lent.readableBytes());
        read += lent.readableBytes();
    }

    /**
     * Gives the next slice, lent until the next call; an empty one when all input is used.
     *
     * @throws DataFormatException if it is not gzip or is over a limit
     */
    ByteBuf step() throws DataFormatException {
        while (true) {
            if (!inData) {
                if (!readFraming()) {
                    return Unpooled.EMPTY_BUFFER;
                }
                continue;
            }
            if (!inputLent) {
                inflater.setInput(input.array(), input.arrayOffset() + input.readerIndex(), input.readableBytes());
                inputLent = true;
            }
            int count = inflater.inflate(slice);
            if (count > 0) {
                return account(count);
            }
            input.readerIndex(input.writerIndex() - inflater.getRemaining());
            inputLent = false;
            if (inflater.finished()) {
                inData = false;
            } else if (inflater.needsDictionary()) {
                throw new DataFormatException("a preset dictionary is not allowed");
            } else {
                return Unpooled.EMPTY_BUFFER;
            }
        }
    }

    private boolean readFraming() throws DataFormatException {
        if (!framing.read(input)) {
            return false;
        }
        if (framing.memberEnded()) {
            framing.check(checksum.getValue(), inflater.getBytesWritten());
        } else {
            inflater.reset();
            checksum.reset();
            inData = true;
        }
        return true;
    }

    private ByteBuf account(int count) throws DataFormatException {
        checksum.update(slice, 0, count);
        written += count;
        if (written > limits.maxInflatedBytes()) {
            throw new InflatedTooLargeException(
                    "the decompressed body is larger than " + limits.maxInflatedBytes() + " bytes");
        }
        if (written > RATIO_COUNTS_FROM && written / Math.max(1, read) >= limits.maxRatio()) {
            throw new InflatedTooLargeException("the body is compressed more than " + limits.maxRatio() + " times");
        }
        // Its bytes are overwritten by the next call, so it must not be kept.
        return Unpooled.wrappedBuffer(slice, 0, count).asReadOnly();
    }

    /**
     * The body has ended.
     *
     * @throws DataFormatException if it ended inside a member
     */
    void end() throws DataFormatException {
        if (inData || !framing.mayEnd()) {
            throw new DataFormatException("the gzip stream is cut off");
        }
    }

    @Override
    public void close() {
        inflater.end();
        input.release();
        input = Unpooled.EMPTY_BUFFER;
    }
}

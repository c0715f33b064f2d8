package io.sluice.chain;

import io.netty.buffer.ByteBuf;
import io.sluice.json.ByteSink;
import io.sluice.json.ByteStage;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Makes gzip (RFC 1952) at level 1 of a body that was rewritten. On one event loop, for one body. */
final class GzipStage implements ByteStage {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 4, (byte) 0xff};
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 checksum = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private boolean began;
    private boolean closed;

    @Override
    public void write(ByteBuf lent, ByteSink out) {
        begin(out);
        byte[] input = new byte[lent.readableBytes()];
        lent.getBytes(lent.readerIndex(), input);
        checksum.update(input, 0, input.length);
        deflater.setInput(input);
        drain(out);
    }

    @Override
    public void end(ByteSink out) {
        begin(out);
        deflater.finish();
        drain(out);
        long crc = checksum.getValue();
        long length = deflater.getBytesRead();
        byte[] trailer = new byte[8];
        for (int i = 0; i < 4; i++) {
            trailer[i] = (byte) (crc >> 8 * i);
            trailer[4 + i] = (byte) (length >> 8 * i);
        }
        out.write(trailer, 0, trailer.length);
    }

    private void begin(ByteSink out) {
        if (!began) {
            began = true;
            out.write(HEADER, 0, HEADER.length);
        }
    }

    private void drain(ByteSink out) {
        while (!deflater.finished()) {
            int count = deflater.deflate(buffer);
            if (count == 0) {
                return;
            }
            out.write(buffer, 0, count);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            deflater.end();
        }
    }
}

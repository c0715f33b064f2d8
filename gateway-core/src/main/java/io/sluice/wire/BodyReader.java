package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the bodies of one connection's messages. The line before a chunk, and all trailers, are held until they are complete. Trailers
 * are dropped, as RFC 9110, 6.5.1 allows. On one event loop.
 */
final class BodyReader {
    private static final int LINE_END = 2;

    private final Parsers parsers;
    private final HeadScanner trailers;
    private final ChunkLine chunkLine;
    private Part part = Part.PLAIN;
    /** Bytes up to the end of the chunk's data; in {@link Part#CHUNK} its line and the line end behind it are included. */
    private long chunkLeft;
    /** The body ends when the connection does. */
    private boolean endsWithConnection;

    private enum Part {
        PLAIN,
        CHUNK_LINE,
        /** A chunk whose line has more than a size: Netty's decoder reads the line and the chunk. */
        CHUNK,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS
    }

    BodyReader(WireLimits limits, Parsers parsers) {
        this.parsers = parsers;
        this.trailers = new HeadScanner(HeadScanner.Kind.TRAILERS, limits);
        this.chunkLine = new ChunkLine(limits);
    }

    void begin(boolean chunked, boolean lengthKnown) {
        part = chunked ? Part.CHUNK_LINE : Part.PLAIN;
        endsWithConnection = !chunked && !lengthKnown;
        chunkLine.reset();
    }

    boolean endsWithConnection() {
        return endsWithConnection;
    }

    /** Reads the bytes that have come; its last object is a LastHttpContent if the body has ended or is not valid. */
    void read(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        switch (part) {
            case PLAIN -> parsers.parser().parse(context, in, out);
            case CHUNK_LINE, CHUNK, CHUNK_DATA, CHUNK_END -> readChunks(context, in, out);
            case TRAILERS -> readTrailers(context, in, out);
        }
    }

    private void readChunks(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        ShortParts parts = new ShortParts(context.alloc(), out);
        try {
            while (part != Part.TRAILERS && in.isReadable()) {
                boolean goOn = switch (part) {
                    case CHUNK_LINE -> readLine(context, in);
                    case CHUNK -> readChunk(context, in, parts);
                    case CHUNK_DATA -> readData(in, parts);
                    default -> readEnd(in);
                };
                if (!goOn) {
                    break;
                }
            }
        } finally {
            parts.flush();
        }
    }

    /** True if the line is complete. */
    private boolean readLine(ChannelHandlerContext context, ByteBuf in) throws Exception {
        long size = chunkLine.read(in);
        if (size < 0) {
            return false;
        }
        if (size > 0 && size <= Integer.MAX_VALUE && chunkLine.isPlain()) {
            // Most chunks: Netty's decoder has nothing to check in them, and waits for the next line as if there had
            // been none.
            in.skipBytes(chunkLine.length());
            chunkLeft = size;
            part = Part.CHUNK_DATA;
            return true;
        }
        parsers.willRead(chunkLine.length());
        if (size > 0) {
            // The parser takes the line together with the bytes after it.
            chunkLeft = chunkLine.length() + size + LINE_END;
            part = Part.CHUNK;
        } else {
            int end = in.readerIndex() + chunkLine.length();
            List<Object> none = new ArrayList<>(0);
            parsers.parser().parse(context, in, none);
            if (!none.isEmpty() || in.readerIndex() != end) {
                throw BadMessageException.syntax("the line before the last chunk is not valid");
            }
            part = Part.TRAILERS;
        }
        return true;
    }

    /** True if something was read and more may follow. */
    private boolean readChunk(ChannelHandlerContext context, ByteBuf in, ShortParts parts) throws Exception {
        List<Object> read = new ArrayList<>(1);
        int begin = in.readerIndex();
        parsers.parser().parse(context, in, read);
        for (Object each : read) {
            HttpContent content = (HttpContent) each;
            if (content instanceof LastHttpContent) {
                throw BadMessageException.syntax("a chunk is not valid");
            }
            try {
                parts.add(content.content(), content.content().readableBytes());
            } finally {
                content.release();
            }
        }
        int taken = in.readerIndex() - begin;
        chunkLeft -= taken;
        if (chunkLeft < 0) {
            throw new IllegalStateException("a chunk was read beyond its end");
        }
        if (chunkLeft == 0) {
            part = Part.CHUNK_LINE;
        }
        return taken > 0;
    }

    private boolean readData(ByteBuf in, ShortParts parts) {
        int length = (int) Math.min(chunkLeft, in.readableBytes());
        parts.add(in, length);
        chunkLeft -= length;
        if (chunkLeft == 0) {
            part = Part.CHUNK_END;
        }
        return true;
    }

    /** True if the line end behind a chunk is complete. */
    private boolean readEnd(ByteBuf in) {
        int begin = in.readerIndex();
        boolean whole = in.readableBytes() >= LINE_END;
        if (in.getByte(begin) != '\r' || whole && in.getByte(begin + 1) != '\n') {
            throw BadMessageException.syntax("a chunk does not end with CR LF");
        }
        if (whole) {
            in.skipBytes(LINE_END);
            part = Part.CHUNK_LINE;
        }
        return whole;
    }

    private void readTrailers(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        int length = trailers.scan(in);
        if (length < 0) {
            return;
        }
        int end = in.readerIndex() + length;
        parsers.willRead(trailers.takeLongestLine());
        List<Object> read = new ArrayList<>(1);
        parsers.parser().parse(context, in, read);
        boolean valid = read.size() == 1
                && read.getFirst() instanceof LastHttpContent last
                && last.decoderResult().isSuccess()
                && in.readerIndex() == end;
        if (!valid) {
            throw BadMessageException.syntax("the trailers are not valid");
        }
        out.add(LastHttpContent.EMPTY_LAST_CONTENT);
    }
}

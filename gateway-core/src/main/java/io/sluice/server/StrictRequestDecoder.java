package io.sluice.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.config.ListenerLimits;
import java.util.List;

/**
 * Netty's decoder, made to refuse what two readers could frame differently: a line without CR, a folded header, Content-Length
 * beside Transfer-Encoding. On one event loop, for one connection.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
    private static final int CHUNK_BYTES = 256 * 1024;

    /** True iff the next byte belongs to a request's head. */
    private boolean inHead = true;
    /** True iff a line of that head has been read already. */
    private boolean inHeaders;
    /** True iff a head was refused here: what follows it is thrown away. */
    private boolean refused;

    StrictRequestDecoder(ListenerLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.requestLine().saturatedInt())
                .setMaxHeaderSize(limits.headers().saturatedInt())
                .setMaxChunkSize(CHUNK_BYTES)
                .setAllowPartialChunks(true)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true));
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf buffer, List<Object> out) throws Exception {
        if (refused) {
            buffer.skipBytes(buffer.readableBytes());
            return;
        }
        if (inHead && isFolded(buffer)) {
            refused = true;
            buffer.skipBytes(buffer.readableBytes());
            HttpMessage invalid = createInvalidMessage();
            invalid.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("a folded header line")));
            out.add(invalid);
            return;
        }
        int before = out.size();
        int index = buffer.readerIndex();
        super.decode(context, buffer, out);
        if (out.size() > before) {
            inHead = out.getLast() instanceof LastHttpContent;
            inHeaders = false;
        } else if (inHead && buffer.readerIndex() > index) {
            inHeaders = true;
        }
    }

    // Looks at the lines of the head that are here: after the request line none may begin with white space.
    private boolean isFolded(ByteBuf buffer) {
        int end = buffer.writerIndex();
        int line = buffer.readerIndex();
        boolean first = !inHeaders;
        while (line < end) {
            byte start = buffer.getByte(line);
            if (!first && (start == ' ' || start == '\t')) {
                return true;
            }
            if (!first && start == '\r') {
                return false;
            }
            int feed = buffer.indexOf(line, end, (byte) '\n');
            if (feed < 0) {
                return false;
            }
            // Empty lines before a request line are skipped, as RFC 9112, 2.2 asks.
            first = first && feed - line <= 1;
            line = feed + 1;
        }
        return false;
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("both Content-Length and Transfer-Encoding");
    }
}

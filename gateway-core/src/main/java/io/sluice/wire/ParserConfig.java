package io.sluice.wire;

import io.netty.handler.codec.http.HttpDecoderConfig;

/** How Netty's decoder is configured, on both sides. */
final class ParserConfig {
    private static final int CHUNK_BYTES = 256 * 1024;

    private ParserConfig() {}

    static HttpDecoderConfig of(WireLimits limits) {
        return new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.lineBytes())
                // It counts the lines of head and trailers together.
                .setMaxHeaderSize((int) Math.min(Integer.MAX_VALUE, 2L * limits.fieldBytes()))
                .setMaxChunkSize(CHUNK_BYTES)
                .setAllowPartialChunks(true)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true);
    }
}

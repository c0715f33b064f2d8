package io.sluice.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.List;

/**
 * Netty's decoder without its place in a pipeline: it makes the objects, of bytes that were checked before. It keeps a buffer as long
 * as the longest line that it saw until it is closed. On one event loop.
 */
interface MessageParser {

    /** Decodes as much as one step of Netty's decoder does. */
    void parse(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception;

    /** Releases the parser's buffer. */
    void close(ChannelHandlerContext context) throws Exception;
}

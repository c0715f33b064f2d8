package io.sluice.wire;

import io.netty.channel.ChannelHandlerContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The parser of one connection, given up after a long line, as it keeps a buffer of that length. On one event loop. */
final class Parsers {
    private static final int LONG_LINE = 4 * 1024;

    private final Supplier<MessageParser> maker;
    private @Nullable MessageParser parser;
    private int longestLine;

    Parsers(Supplier<MessageParser> maker) {
        this.maker = maker;
    }

    MessageParser parser() {
        if (parser == null) {
            parser = maker.get();
        }
        return parser;
    }

    /** Notes the length in bytes of the longest line that the parser is about to read. */
    void willRead(int lineBytes) {
        longestLine = Math.max(longestLine, lineBytes);
    }

    /** The parser has read a message to its end. */
    void messageEnded(ChannelHandlerContext context) throws Exception {
        if (longestLine > LONG_LINE) {
            close(context);
        }
    }

    void close(ChannelHandlerContext context) throws Exception {
        longestLine = 0;
        if (parser != null) {
            parser.close(context);
            parser = null;
        }
    }
}

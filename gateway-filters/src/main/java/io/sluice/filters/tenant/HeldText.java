package io.sluice.filters.tenant;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Inspects positions of a body that is held as bytes. Stateless; owns no buffer. */
final class HeldText {

    private HeldText() {}

    /** A name in quotes, without escapes; must not be released. */
    static ByteBuf quoted(String name) {
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(('"' + name + '"').getBytes(StandardCharsets.UTF_8)));
    }

    /** Whether the whole text is at a position. */
    static boolean isAt(ByteBuf text, ByteBuf body, int at) {
        return ByteBufUtil.equals(text, text.readerIndex(), body, at, text.readableBytes());
    }

    /** The position after JSON white space; the body's end if nothing follows. */
    static int pastSpace(ByteBuf body, int from) {
        int at = from;
        while (at < body.writerIndex() && " \t\r\n".indexOf(body.getByte(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** The position after white space, an optional character, and white space again. */
    static int past(char character, ByteBuf body, int from) {
        int at = pastSpace(body, from);
        return at < body.writerIndex() && body.getByte(at) == character ? pastSpace(body, at + 1) : at;
    }
}

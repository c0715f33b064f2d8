package io.sluice.bench.filter;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The first bytes of a body, for people to look at. On one thread. */
public final class BodyOpening {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int most;
    private long all;

    /** @param most how many bytes are kept */
    public BodyOpening(int most) {
        this.most = most;
    }

    void add(ByteBuf lent, int index, int length) {
        int wanted = take(length);
        if (wanted > 0) {
            byte[] copy = new byte[wanted];
            lent.getBytes(index, copy);
            kept.writeBytes(copy);
        }
    }

    void add(byte[] bytes, int offset, int length) {
        kept.write(bytes, offset, take(length));
    }

    private int take(int length) {
        all += length;
        return Math.min(length, most - kept.size());
    }

    /** Bytes of the whole body. */
    public long bytes() {
        return all;
    }

    /** The beginning as text, and how much more there is. */
    public String text() {
        byte[] bytes = kept.toByteArray();
        boolean cut = all > bytes.length;
        CharBuffer text = CharBuffer.allocate(bytes.length);
        // A cut may go through a character, which is then left out.
        boolean readable = !StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes), text, !cut)
                .isError();
        if (!readable) {
            return String.format(Locale.ROOT, "(%,d bytes that are not text)", all);
        }
        return text.flip() + (cut ? String.format(Locale.ROOT, "%n... %,d bytes more", all - bytes.length) : "");
    }
}

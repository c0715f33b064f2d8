package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.sluice.api.BulkDefaults;
import io.sluice.json.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Bytes of a request as they were kept: in pieces, in heap and direct memory. */
public final class SentBuffers {

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);

    private SentBuffers() {}

    public static SentItems of(String text, RandomGenerator random) {
        return of(text, NO_DEFAULTS, random);
    }

    public static SentItems of(String text, BulkDefaults defaults, RandomGenerator random) {
        byte[] bytes = text.getBytes(UTF_8);
        List<ByteBuf> buffers = new ArrayList<>();
        int at = 0;
        for (int size : Feed.randomSizes(bytes.length, random)) {
            ByteBuf buffer = random.nextBoolean()
                    ? PooledByteBufAllocator.DEFAULT.directBuffer(size + 2)
                    : PooledByteBufAllocator.DEFAULT.heapBuffer(size + 2);
            buffers.add(buffer.writeZero(2).skipBytes(2).writeBytes(bytes, at, size));
            at += size;
        }
        return new SentItems(buffers, defaults);
    }

    public static void release(SentItems sent) {
        sent.buffers().forEach(ByteBuf::release);
    }

    /** The bytes of buffers that are given away. */
    public static String text(List<ByteBuf> given) {
        StringBuilder text = new StringBuilder();
        for (ByteBuf buffer : given) {
            text.append(buffer.toString(UTF_8));
            buffer.release();
        }
        return text.toString();
    }
}

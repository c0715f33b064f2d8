package io.sluice.json;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Feeds a body to a stage, cut in one way or another. Chunks are overwritten after each call, as the next read would do. */
public final class Feed {

    private static final int BYTEWISE_UP_TO = 4096;

    private Feed() {}

    /** The whole body in one heap chunk. */
    public static CollectingSink whole(ByteStage stage, byte[] body) {
        return cut(stage, body, new int[] {body.length}, false);
    }

    /** The body in chunks of the given sizes, in heap or direct memory. */
    public static CollectingSink cut(ByteStage stage, byte[] body, int[] sizes, boolean direct) {
        CollectingSink sink = new CollectingSink();
        int at = 0;
        for (int size : sizes) {
            ByteBuf chunk = direct ? PooledByteBufAllocator.DEFAULT.directBuffer(size + 3) : Unpooled.buffer(size + 3);
            try {
                chunk.writeZero(3).skipBytes(3).writeBytes(body, at, size);
                stage.write(chunk, sink);
                for (int i = 0; i < chunk.writerIndex(); i++) {
                    chunk.setByte(i, '#');
                }
            } finally {
                chunk.release();
            }
            if (sink.isRefused()) {
                stage.close();
                return sink;
            }
            at += size;
        }
        stage.end(sink);
        stage.close();
        return sink;
    }

    /** The results of feeding the body whole, byte by byte, cut in two everywhere (if it is short), and at random. */
    public static List<CollectingSink> everySplit(Supplier<ByteStage> stages, byte[] body, RandomGenerator random) {
        List<CollectingSink> results = new ArrayList<>();
        results.add(whole(stages.get(), body));
        if (body.length <= BYTEWISE_UP_TO) {
            int[] ones = new int[body.length];
            java.util.Arrays.fill(ones, 1);
            results.add(cut(stages.get(), body, ones, false));
        }
        for (int i = 0; i < 4; i++) {
            results.add(cut(stages.get(), body, randomSizes(body.length, random), i % 2 == 0));
        }
        return results;
    }

    /** Random sizes, zero included, that add up to the length. */
    public static int[] randomSizes(int length, RandomGenerator random) {
        List<Integer> sizes = new ArrayList<>();
        for (int left = length; left > 0; ) {
            int size = random.nextInt(Math.min(left, 1 + length / 2) + 1);
            sizes.add(size);
            left -= size;
        }
        return sizes.stream().mapToInt(Integer::intValue).toArray();
    }
}

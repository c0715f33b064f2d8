package io.sluice.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeptBytesTest {

    private static ByteBuf lent(byte[] bytes) {
        return PooledByteBufAllocator.DEFAULT.buffer(bytes.length).writeBytes(bytes);
    }

    private static byte[] joined(List<ByteBuf> parts) {
        return ByteBufUtil.getBytes(Unpooled.wrappedBuffer(parts.toArray(ByteBuf[]::new)));
    }

    @Test
    void keepsAllBytesInTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 100; round++) {
            ByteBuf expected = Unpooled.buffer();
            try (KeptBytes kept = new KeptBytes()) {
                for (int i = random.nextInt(40); i > 0; i--) {
                    byte[] bytes = new byte[random.nextInt(random.nextInt(10) == 0 ? 40_000 : 1_100)];
                    random.nextBytes(bytes);
                    expected.writeBytes(bytes);
                    ByteBuf part = lent(bytes);
                    kept.add(part);
                    assertThat(part.readableBytes()).isEqualTo(bytes.length);
                    part.release();
                }
                assertThat(kept.bytes()).isEqualTo(expected.readableBytes());
                assertThat(joined(kept.parts())).as("seed %d", seed).isEqualTo(ByteBufUtil.getBytes(expected));
            }
        }
    }

    /** Netty releases it where parts are joined. */
    @Test
    void keepsNoPartWithoutBytes() {
        try (KeptBytes kept = new KeptBytes()) {
            ByteBuf none = lent(new byte[0]);
            kept.add(none);
            none.release();

            assertThat(kept.parts()).isEmpty();
            assertThat(joined(kept.parts())).isEmpty();
        }
    }

    @Test
    void copiesStayAsTheyWere() {
        try (KeptBytes kept = new KeptBytes()) {
            ByteBuf part = lent(new byte[] {1});
            kept.add(part);
            kept.add(part);
            List<ByteBuf> copies = kept.copies();
            kept.add(part);
            part.release();

            ByteBuf copy = Unpooled.wrappedBuffer(copies.toArray(ByteBuf[]::new));
            assertThat(ByteBufUtil.getBytes(copy)).containsExactly(1, 1);
            copy.release();
        }
    }

    @Test
    void keepsFewObjectsForManyShortParts() {
        try (KeptBytes kept = new KeptBytes()) {
            ByteBuf part = lent(new byte[] {1});
            for (int i = 0; i < 1 << 15; i++) {
                kept.add(part);
            }
            part.release();

            assertThat(kept.parts()).hasSizeLessThan(20);
        }
    }

    @Test
    void keepsNoLargeBufferForItsFirstFewBytes() {
        ByteBuf received = PooledByteBufAllocator.DEFAULT.buffer(64 * 1024).writeZero(64 * 1024);
        try (KeptBytes kept = new KeptBytes()) {
            kept.add(received.slice(1_000, 2_000));

            assertThat(received.refCnt()).isOne();
            assertThat(kept.parts()).singleElement().satisfies(part -> {
                assertThat(part.capacity()).isEqualTo(2_000);
                assertThat(part.readableBytes()).isEqualTo(2_000);
            });
        }
        received.release();
    }

    @Test
    void copiesNoFirstPartThatFillsItsBuffer() {
        ByteBuf received = PooledByteBufAllocator.DEFAULT.buffer(64 * 1024).writeZero(64 * 1024);
        try (KeptBytes kept = new KeptBytes()) {
            kept.add(received.slice(20_000, 40_000));

            assertThat(received.refCnt()).isEqualTo(2);
        }
        received.release();
    }
}

package io.sluice.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteQueueTest {
    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
    private final ByteQueue queue = new ByteQueue();

    @AfterEach
    void everyBufferIsReleased() {
        queue.close();
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory())
                .isZero();
    }

    @Test
    void isEmptyAtFirst() {
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.bytes()).isZero();
        assertThat(queue.poll()).isNull();
        assertThat(queue.parts()).isEmpty();
    }

    @Test
    void handsOverInOrderAndCounts() {
        queue.add(part("a"));
        queue.add(part("bc"));
        queue.add(part("def"));

        assertThat(queue.bytes()).isEqualTo(6);
        assertThat(take()).isEqualTo("a");
        assertThat(queue.bytes()).isEqualTo(5);
        assertThat(take()).isEqualTo("bcdef");
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.bytes()).isZero();
    }

    @Test
    void takesBackWhatItHandedOver() {
        queue.add(part("abc"));
        queue.add(part("d"));

        ByteBuf first = Objects.requireNonNull(queue.poll());
        queue.addFirst(first.skipBytes(1));

        assertThat(queue.bytes()).isEqualTo(3);
        assertThat(take()).isEqualTo("bc");
        assertThat(take()).isEqualTo("d");
    }

    @Test
    void takesBackThoughItIsEmpty() {
        queue.addFirst(part("a"));
        queue.add(part("b"));

        assertThat(take()).isEqualTo("a");
        assertThat(take()).isEqualTo("b");
    }

    @Test
    void lendsItsPartsInOrder() {
        queue.add(part("a"));
        queue.add(part("b"));
        queue.add(part("c"));

        assertThat(queue.parts().stream().map(ByteQueueTest::text)).containsExactly("a", "bc");
        assertThat(queue.parts()).allMatch(part -> part.refCnt() == 1);
        assertThat(queue.bytes()).isEqualTo(3);
    }

    @Test
    void keepsFewObjectsForManyShortParts() {
        for (int i = 0; i < 1 << 15; i++) {
            queue.add(part("x"));
        }
        assertThat(queue.bytes()).isEqualTo(1 << 15);
        assertThat(queue.parts()).hasSizeLessThan(10);
        assertThat(allocator.metric().usedDirectMemory()).isLessThan(1 << 16);
    }

    @Test
    void keepsLongPartsAsTheyAre() {
        ByteBuf longPart = part("x".repeat(1024));
        queue.add(part("a"));
        queue.add(part("b"));
        queue.add(longPart);
        queue.add(part("c"));

        assertThat(queue.parts()).hasSize(4).element(2).isSameAs(longPart);
    }

    @Test
    void writesNothingBehindABlockThatItHandedOver() {
        queue.add(part("a"));
        queue.add(part("b"));
        take();
        ByteBuf block = Objects.requireNonNull(queue.poll());
        queue.add(part("c"));
        queue.add(part("d"));

        assertThat(text(block)).isEqualTo("b");
        block.release();
        assertThat(take()).isEqualTo("c");
        assertThat(take()).isEqualTo("d");
    }

    @Test
    void closingReleasesAndEmpties() {
        ByteBuf one = part("a");
        ByteBuf two = part("b");
        queue.add(one);
        queue.add(two);

        queue.close();
        queue.close();

        assertThat(one.refCnt()).isZero();
        assertThat(two.refCnt()).isZero();
        assertThat(queue.isEmpty()).isTrue();
        assertThat(queue.bytes()).isZero();
    }

    @Test
    void takesMoreOnceItIsClosed() {
        queue.add(part("a"));
        queue.close();
        queue.add(part("b"));

        assertThat(queue.bytes()).isEqualTo(1);
        assertThat(take()).isEqualTo("b");
    }

    @Test
    void keepsTheRestWhenItsReaderFails() {
        queue.add(part("a"));
        queue.add(part("b"));

        assertThatThrownBy(() -> {
                    ByteBuf part = Objects.requireNonNull(queue.poll());
                    part.release();
                    throw new IllegalStateException("the reader fails");
                })
                .isInstanceOf(IllegalStateException.class);

        assertThat(queue.bytes()).isEqualTo(1);
        assertThat(take()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void behavesAsADequeOfBytesWhateverIsAsked(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 2000; i++) {
            String text = "x".repeat(random.nextInt(10) == 0 ? 1100 : random.nextInt(4)) + i;
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    queue.add(part(text));
                    expected.append(text);
                }
                case 2 -> {
                    queue.addFirst(part(text));
                    expected.insert(0, text);
                }
                default -> {
                    String taken = takeOrEmpty();
                    assertThat(expected).startsWith(taken);
                    expected.delete(0, taken.length());
                }
            }
            assertThat(queue.isEmpty()).isEqualTo(expected.isEmpty());
            assertThat(queue.bytes()).isEqualTo(expected.length());
        }
        assertThat(queue.parts().stream().map(ByteQueueTest::text).collect(Collectors.joining()))
                .isEqualTo(expected.toString());
    }

    private ByteBuf part(String text) {
        return allocator.buffer(text.length()).writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private String take() {
        ByteBuf part = Objects.requireNonNull(queue.poll());
        String text = text(part);
        part.release();
        return text;
    }

    private String takeOrEmpty() {
        return queue.isEmpty() ? "" : take();
    }

    private static String text(ByteBuf part) {
        return part.toString(StandardCharsets.US_ASCII);
    }
}

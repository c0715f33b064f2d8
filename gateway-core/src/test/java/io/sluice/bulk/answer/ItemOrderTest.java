package io.sluice.bulk.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.BulkOperation;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ItemOrderTest {

    private static final BulkOperation[] OPERATIONS = BulkOperation.values();

    @Test
    void remembersSubRequestAndOperationOfEveryItem() {
        long seed = System.nanoTime();
        Random expected = new Random(seed);
        try (ItemOrder order = new ItemOrder()) {
            // When
            for (int i = 0; i < 20_000; i++) {
                order.append(expected.nextInt(ItemOrder.MAX_SUBS), OPERATIONS[expected.nextInt(OPERATIONS.length)]);
                assertThat(order.size()).isEqualTo(i + 1);
            }

            // Then
            expected.setSeed(seed);
            for (int i = 0; i < order.size(); i++) {
                assertThat(order.sub(i))
                        .as("item %d, seed %d", i, seed)
                        .isEqualTo(expected.nextInt(ItemOrder.MAX_SUBS));
                assertThat(order.operation(i)).isEqualTo(OPERATIONS[expected.nextInt(OPERATIONS.length)]);
            }
        }
    }

    @Test
    void countsTheItemsOfOneSubRequestThatFollowOneAnother() {
        try (ItemOrder order = new ItemOrder()) {
            for (int i = 0; i < 5_000; i++) {
                order.append(i < 3 || i > 4_990 ? 1 : 2, BulkOperation.INDEX);
            }
            assertThat(order.run(0, 100)).isEqualTo(3);
            assertThat(order.run(0, 2)).isEqualTo(2);
            assertThat(order.run(3, Integer.MAX_VALUE)).isEqualTo(4_988);
            assertThat(order.run(4_995, Integer.MAX_VALUE)).isEqualTo(5);
        }
    }

    @Test
    void findsTheNextItemOfASubRequest() {
        try (ItemOrder order = new ItemOrder()) {
            for (int sub : new int[] {0, 1, 0, 2}) {
                order.append(sub, BulkOperation.DELETE);
            }
            assertThat(order.next(0, 0)).isZero();
            assertThat(order.next(0, 1)).isEqualTo(2);
            assertThat(order.next(2, 0)).isEqualTo(3);
            assertThat(order.next(1, 2)).isEqualTo(-1);
        }
    }

    @Test
    void hasNothingWhenClosed() {
        ItemOrder order = new ItemOrder();
        order.append(1, BulkOperation.INDEX);
        order.close();
        order.close();
        assertThat(order.size()).isZero();
    }

    @Test
    void refusesNumbersThatDoNotFit() {
        try (ItemOrder order = new ItemOrder()) {
            assertThatThrownBy(() -> order.append(ItemOrder.MAX_SUBS, BulkOperation.INDEX))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> order.append(-1, BulkOperation.INDEX))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}

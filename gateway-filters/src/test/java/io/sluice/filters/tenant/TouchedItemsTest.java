package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.filters.tenant.move.StoredName;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TouchedItemsTest {

    private final TouchedNames touched = new TouchedNames(CopyRoom.ofThisHeap());
    private final TouchedItems items = new TouchedItems((action, url, position) -> BulkItemPlan.keep(), touched);

    private record Line(Map<BulkField, String> fields) implements BulkAction {
        @Override
        public BulkOperation operation() {
            return BulkOperation.INDEX;
        }

        @Override
        public boolean has(BulkField field) {
            return fields.containsKey(field);
        }

        @Override
        public boolean onLine(BulkField field) {
            return has(field);
        }

        @Override
        public boolean is(BulkField field, String text) {
            return text.equals(fields.get(field));
        }

        @Override
        public String text(BulkField field) {
            return fields.get(field);
        }

        @Override
        public int routingHash(BulkField field) {
            return Objects.requireNonNull(fields.get(field)).hashCode();
        }
    }

    private void item(Map<BulkField, String> fields) {
        items.onItem(new Line(fields), new BulkDefaults("logs", null, null), 0);
    }

    /** A server refuses it, and would refuse to read it among others. */
    @Test
    void passesOverAnEmptyId() {
        item(Map.of(BulkField.INDEX, "logs", BulkField.ID, ""));
        item(Map.of(BulkField.INDEX, "logs", BulkField.ID, "1"));

        assertThat(touched.take().names()).containsExactly(new StoredName("logs", "1", null));
    }

    @Test
    void takesAnEmptyRoutingForNone() {
        item(Map.of(BulkField.INDEX, "logs", BulkField.ID, "1", BulkField.ROUTING, ""));

        assertThat(touched.take().names()).containsExactly(new StoredName("logs", "1", null));
    }

    @Test
    void drawsAnIdWhereThereIsNone() {
        item(Map.of(BulkField.INDEX, "logs"));

        assertThat(touched.take().names())
                .singleElement()
                .satisfies(name -> assertThat(name.id()).isNotEmpty());
    }
}

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TouchedItemsTest {

    private final TouchedNames touched = new TouchedNames(CopyRoom.ofThisHeap());
    private final TouchedItems items = new TouchedItems((action, url, position) -> BulkItemPlan.keep(), touched);

    private record Line(BulkOperation operation, Map<BulkField, String> fields) implements BulkAction {

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

    private BulkItemPlan item(Map<BulkField, String> fields) {
        return item(BulkOperation.INDEX, fields);
    }

    private BulkItemPlan item(BulkOperation operation, Map<BulkField, String> fields) {
        return items.onItem(new Line(operation, fields), new BulkDefaults("logs", null, null), 0);
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

    @ParameterizedTest
    @EnumSource(
            value = BulkOperation.class,
            names = {"INDEX", "CREATE"})
    void drawsAnIdWhereThereIsNone(BulkOperation operation) {
        item(operation, Map.of(BulkField.INDEX, "logs"));

        assertThat(touched.take().names())
                .singleElement()
                .satisfies(name -> assertThat(name.id()).isNotEmpty());
    }

    /** With one, what was refused would succeed. */
    @ParameterizedTest
    @EnumSource(
            value = BulkOperation.class,
            names = {"DELETE", "UPDATE"})
    void drawsNoIdForWhatMustHaveOne(BulkOperation operation) {
        BulkItemPlan plan = item(operation, Map.of(BulkField.INDEX, "logs"));

        assertThat(plan).isEqualTo(BulkItemPlan.keep());
        assertThat(touched.isComplete()).isTrue();
        assertThat(touched.take().names()).isEmpty();
    }

    /** Servers refuse most versions of documents without an id, and draw one with the others. */
    @ParameterizedTest
    @CsvSource({"VERSION, 5", "VERSION_TYPE, external"})
    void leavesVersionsWithoutAnIdToTheServer(BulkField field, String text) {
        BulkItemPlan plan = item(Map.of(BulkField.INDEX, "logs", field, text));

        assertThat(plan).isEqualTo(BulkItemPlan.keep());
        assertThat(touched.isComplete()).isFalse();
    }
}

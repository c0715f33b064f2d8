package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Orders whose changes of the table reach it twice: a second node gets what the first has answered with 502, 503 or 504. */
class IndexOrdersTest {

    private static final Relocation MOVE = new Relocation("default", "big", "big", null);

    private final PlacesIndex index = new PlacesIndex();
    private final PlacementStore store = new PlacementStore(index.cluster(), "places", Duration.ofSeconds(5));
    private final IndexOrders orders =
            new IndexOrders(store, new Placement("default", Placement.State.OPEN, 0), Set.of("default", "big"), "");

    private Placement acme() throws Exception {
        return store.read().content().tenants().get("acme");
    }

    @Test
    void finishesAMove() throws Exception {
        index.table(TableContent.EMPTY.withTenant("acme", "big", Placement.State.COPYING, MOVE));
        index.writeTwice();

        orders.finish("acme");

        assertThat(acme().state()).isEqualTo(Placement.State.OPEN);
        assertThat(acme().relocation()).isNull();
    }

    @Test
    void endsAMoveThatHasNotBegunToCopy() throws Exception {
        index.table(TableContent.EMPTY.withTenant("acme", "default", Placement.State.PREPARING, MOVE));
        index.writeTwice();

        orders.back("acme");

        assertThat(acme().state()).isEqualTo(Placement.State.OPEN);
    }

    @Test
    void writesTheFirstTable() throws Exception {
        index.writeTwice();

        assertThat(store.replace(store.read(), TableContent.EMPTY)).isTrue();
    }

    @Test
    void takesNoChangeOfOthersForItsOwn() throws Exception {
        index.table(TableContent.EMPTY.withTenant("acme", "big", Placement.State.COPYING, MOVE));
        PlacementStore.Stored read = store.read();
        store.replace(read, read.content().withTenant("acme", "big", Placement.State.OPEN));

        assertThat(store.replace(read, read.content().withTenant("acme", "big", Placement.State.OPEN)))
                .isFalse();
        assertThatThrownBy(() -> orders.finish("acme")).isInstanceOf(IllegalStateException.class);
    }
}

package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.filters.tenant.move.Carrier;
import io.sluice.filters.tenant.move.FoundFields;
import io.sluice.filters.tenant.move.NotedMarks;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often clusters are asked whether they are through with what gateways sent that have gone. */
class DepartedGatewaysTest {

    private final CountedPlace home = new CountedPlace();
    private final CountedPlace big = new CountedPlace();
    private final Carrier carrier = new Carrier(home, big, () -> true, new NotedMarks(), new FoundFields());
    private final TableContent one = gone(TableContent.EMPTY, "one");
    private boolean settled = true;
    private final DepartedGateways departed = new DepartedGateways("acme", count -> settled);

    @BeforeEach
    void start() {
        home.tasks();
        big.tasks();
    }

    private static TableContent gone(TableContent content, String id) {
        return content.withGateway(id, new GatewayEntry(id, "", Duration.ZERO, false))
                .withoutGateway(id);
    }

    private int looks(TableContent content) throws IOException {
        int looks = 0;
        while (!departed.areThrough(content)) {
            departed.look(content, carrier);
            looks++;
        }
        return looks;
    }

    @Test
    void areNotLookedForWhereNoneHasGone() throws Exception {
        assertThat(looks(TableContent.EMPTY)).isZero();
    }

    @Test
    void areLookedForOnceIfTheyHaveGoneLongAgo() throws Exception {
        assertThat(looks(one)).isEqualTo(1);
        assertThat(looks(one)).isZero();
    }

    @Test
    void areLookedForTenTimesIfOneHasGoneLately() throws Exception {
        settled = false;

        assertThat(looks(one)).isEqualTo(10);
    }

    @Test
    void areLookedForTenTimesAfterATask() throws Exception {
        big.tasks("acme/~one.7");
        departed.look(one, carrier);
        big.tasks();

        assertThat(looks(one)).isEqualTo(10);
    }

    @Test
    void areLookedForTenTimesAfterOneMoreHasGone() throws Exception {
        assertThat(looks(one)).isEqualTo(1);

        assertThat(looks(gone(one, "two"))).isEqualTo(10);
    }

    @Test
    void areLookedForAnewIfOneMoreGoesMeanwhile() throws Exception {
        settled = false;
        for (int i = 0; i < 9; i++) {
            departed.look(one, carrier);
        }

        assertThat(looks(gone(one, "two"))).isEqualTo(10);
    }

    @Test
    void areLookedForAnewBetweenOtherPlaces() throws Exception {
        looks(one);
        departed.forget();

        assertThat(looks(one)).isEqualTo(1);
    }

    @Test
    void areNotThroughWhereAClusterDoesNotTell() {
        CountedPlace silent = new CountedPlace();

        assertThatThrownBy(() ->
                        departed.look(one, new Carrier(home, silent, () -> true, new NotedMarks(), new FoundFields())))
                .isInstanceOf(IOException.class);
        assertThat(departed.areThrough(one)).isFalse();
    }

    @Test
    void areLookedForAnewAfterAClusterDidNotTell() throws Exception {
        settled = false;
        for (int i = 0; i < 9; i++) {
            departed.look(one, carrier);
        }
        CountedPlace silent = new CountedPlace();
        assertThatThrownBy(() ->
                        departed.look(one, new Carrier(home, silent, () -> true, new NotedMarks(), new FoundFields())))
                .isInstanceOf(IOException.class);

        assertThat(looks(one)).isEqualTo(10);
    }

    /** As after its network was away. */
    @Test
    void areNotThoseThatHaveComeBack() throws Exception {
        home.tasks("acme/~one.1");

        assertThat(looks(one.withGateway("one", new GatewayEntry("one", "", Duration.ZERO, false))))
                .isZero();
    }
}

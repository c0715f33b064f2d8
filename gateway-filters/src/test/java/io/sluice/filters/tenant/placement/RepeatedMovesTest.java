package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moves that are called back, and whatever is ordered then, while the first one is still reading documents. */
@Tag("slow")
class RepeatedMovesTest {
    private final PlacesIndex index = new PlacesIndex();
    private final CountedPlace home = new CountedPlace();
    private final CountedPlace big = new CountedPlace();
    private final CountedPlace third = new CountedPlace();
    private final TestContext context = new TestContext();
    private PlacementIndex gateway;

    @BeforeEach
    void start() {
        gateway = CountedPlaces.gateway(
                index, "here", "places", Map.of("default", home, "big", big, "third", third), context);
        await().until(gateway::isValid);
        home.put("1", "{\"n\":1}");
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(5));
    }

    private void callBack() throws Exception {
        gateway.orders().back("acme");
        gateway.orders().finish("acme");
        await().until(() -> gateway.current().of("acme").state() == Placement.State.OPEN);
    }

    @Test
    void aMoveThatIsOrderedAnewCarriesWhatWasWrittenInBetween() throws Exception {
        CountedPlace.Gate comparison = big.holdSearch();
        gateway.orders().move("acme", "big");
        comparison.reached().await();
        callBack();
        home.put("2", "{\"n\":2}");
        gateway.orders().move("acme", "third");
        await().until(() -> index.table().at("/tenants/acme").findValue("mover") != null
                && index.table().at("/tenants/acme").findValue("mover").isTextual());
        comparison.open().countDown();

        await().until(() -> index.table().at("/tenants/acme/place").asText().equals("third"));

        assertThat(third.sources()).isEqualTo(home.sources());
    }

    @Test
    void aMoveThatWasCalledBackIsAwaitedWhileItMayWrite() throws Exception {
        CountedPlace.Gate copy = home.holdSearch();
        gateway.orders().move("acme", "big");
        copy.reached().await();
        callBack();

        await().until(() -> seen() == gateway.current().version());
        assertThat(awaited()).isEqualTo(1);

        copy.open().countDown();
        await().until(() -> awaited() == 0);
    }

    /** What was made before documents were copied is known in all that follows. */
    @Test
    void aMoveStopsWhereAnIndexThatHasComeHasAnotherField() throws Exception {
        CountedPlace.Gate copy = home.holdSearch();
        gateway.orders().move("acme", "big");
        copy.reached().await();
        home.has("new", "k", "keyword");
        big.has("new", "k", "text");
        copy.open().countDown();

        await().until(() -> problem().contains("index new") || place().equals("big"));

        assertThat(place()).isEqualTo("default");
        await().until(() -> context.meters().gauge("placement_standstill_seconds") >= 1);
        assertThat(context.meters().count("placement_setbacks")).isPositive();

        gateway.orders().back("acme");
        await().until(() -> context.meters().gauge("placement_standstill_seconds") == 0);
    }

    private String problem() throws Exception {
        JsonNode report = new ObjectMapper().valueToTree(gateway.orders().report());
        return report.at("/tenants/0/progress/problem").asText();
    }

    private String place() {
        return index.table().at("/tenants/acme/place").asText();
    }

    private long seen() {
        return index.beat(index.table().path("gateways").fieldNames().next())
                .path("seen")
                .asLong();
    }

    private int awaited() throws Exception {
        JsonNode report = new ObjectMapper().valueToTree(gateway.orders().report());
        return report.at("/tenants/0/awaited").size();
    }

    @Test
    void aMoveThatWasCalledBackWritesNothingAnyLonger() throws Exception {
        CountedPlace.Gate copy = home.holdSearch();
        gateway.orders().move("acme", "big");
        copy.reached().await();
        callBack();
        big.put("1", "{\"n\":\"of somebody else\"}");
        copy.open().countDown();
        gateway.orders().move("acme", "third");

        // The same thread carries the tenant once it is through with the first move.
        await().until(() -> index.table().at("/tenants/acme/place").asText().equals("third"));

        assertThat(big.sources()).containsEntry("1", "{\"n\":\"of somebody else\"}");
    }

    /** It waits for nothing any longer, and a copy that the other place has not finished may bring back what was deleted since. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMoveWaitsUntilClustersAreThroughWithWhatAGatewayHadSentThatHasGone(boolean copy) throws Exception {
        TableContent content = TableContent.read(index.table());
        index.table(content.withGateway("gone", new GatewayEntry("gone", "", Duration.ZERO, false))
                .withoutGateway("gone"));
        home.tasks("acme/~here.0/x", "other/~gone.0/x", copy ? "" : "acme/~gone.1/of its client");
        big.tasks("acme/~here.0/x", copy ? "acme/~gone.1" : "acme-2/~gone.0/x");
        gateway.orders().move("acme", "big");

        await().during(Duration.ofSeconds(3))
                .until(() -> index.table().at("/tenants/acme/place").asText().equals("default"));
        home.tasks("acme/~here.0/x", "acme/~of another table.0");
        big.tasks();

        await().until(() -> index.table().at("/tenants/acme/place").asText().equals("big"));
        assertThat(big.sources()).isEqualTo(home.sources());
    }
}

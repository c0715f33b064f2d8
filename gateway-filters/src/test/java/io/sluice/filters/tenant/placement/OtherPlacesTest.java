package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.testkit.FilterHarness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After a reload that changes the places, the filter of before still lives while a request runs on it: another place may have the same name. */
class OtherPlacesTest {
    private static final ConditionFactory AWAIT =
            Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(5));

    private final PlacesIndex index = new PlacesIndex();
    private final CountedPlace home = new CountedPlace();
    private final CountedPlace oldBig = new CountedPlace();
    private final CountedPlace newBig = new CountedPlace();
    private final List<PlacementIndex> open = new ArrayList<>();

    private PlacementIndex gateway(String id, String identity, CountedPlace big) {
        PlacementIndex gateway = CountedPlaces.gateway(index, id, identity, Map.of("default", home, "big", big));
        open.add(gateway);
        AWAIT.until(gateway::isValid);
        return gateway;
    }

    @BeforeEach
    void putADocument() {
        home.put("1", "{\"n\":1}");
        home.tasks();
        newBig.tasks();
    }

    @AfterEach
    void stop() {
        open.forEach(PlacementIndex::close);
    }

    private String mover() {
        return index.table().at("/tenants/acme/relocation/mover").asText();
    }

    private String place() {
        return index.table().at("/tenants/acme/place").asText();
    }

    private static String problem(PlacementIndex gateway) throws Exception {
        JsonNode report = new ObjectMapper().valueToTree(gateway.orders().report());
        return report.at("/tenants/0/progress/problem").asText();
    }

    @Test
    void aTenantIsCarriedOnceAllGatewaysHaveTheSamePlaces() throws Exception {
        PlacementIndex before = gateway("before", "old", oldBig);
        PlacementIndex after = gateway("after", "new", newBig);
        before.orders().move("acme", "big");

        AWAIT.until(() -> problem(after).contains("not all gateways have the same places"));
        assertThat(oldBig.sources()).isEmpty();
        assertThat(newBig.sources()).isEmpty();
        before.close();

        AWAIT.until(() -> place().equals("big"));
        assertThat(newBig.sources()).isEqualTo(home.sources());
        assertThat(oldBig.sources()).isEmpty();
        assertThat(mover()).isEqualTo("after");
    }

    @Test
    void aMoveStopsWhenAGatewayComesThatHasOtherPlaces() throws Exception {
        PlacementIndex before = gateway("before", "old", oldBig);
        CountedPlace.Gate copy = home.holdSearch();
        before.orders().move("acme", "big");
        copy.reached().await();
        PlacementIndex after = gateway("after", "new", newBig);
        copy.open().countDown();

        AWAIT.until(() -> problem(after).contains("not all gateways have the same places"));
        assertThat(place()).isEqualTo("default");
        before.close();

        AWAIT.until(() -> place().equals("big"));
        assertThat(newBig.sources()).isEqualTo(home.sources());
    }

    @Test
    void noTenantIsOpenedInAPlaceThatAnotherGatewayHasElsewhere() throws Exception {
        PlacementIndex before = gateway("before", "old", oldBig);
        gateway("after", "new", newBig);
        before.orders().put("acme", null, Placement.State.CLOSED);

        assertThatThrownBy(() -> before.orders().put("acme", "big", Placement.State.OPEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the gateways [after] have other places than this one");
        assertThat(place()).isEqualTo("default");
    }

    /** As where a gateway of an earlier version writes the table, which knows less of an entry. */
    @Test
    void aGatewaySaysItAgainWhereItsEntryHasLostThePlaces() throws Exception {
        PlacementIndex here = gateway("here", "new", newBig);
        TableContent content = TableContent.read(index.table());

        index.table(content.withGateway("here", new GatewayEntry("here", "", Duration.ZERO, false)));

        AWAIT.until(() -> TableContent.read(index.table()).equals(content));
        assertThat(here.isValid()).isTrue();
    }

    /** What a gateway says in the table of the places in its configuration. */
    private static String said(String layout) {
        PlacesIndex said = new PlacesIndex();
        try (FilterHarness gateway = said.gateway(layout, "")) {
            return said.table().path("gateways").findValue("places").asText();
        }
    }

    @Test
    void placesAreTheSameIfAllOfTheirConfigurationIs() {
        String one = said("indexPerTenant: { indices: ['a*'] }");

        assertThat(said("indexPerTenant: { indices: ['a*'], scripts: [] }"))
                .isNotEmpty()
                .isEqualTo(one);
        assertThat(said("indexPerTenant: { indices: ['b*'] }")).isNotEqualTo(one);
        assertThat(said("nested: { indices: ['a*'] }")).isNotEqualTo(one);
    }
}

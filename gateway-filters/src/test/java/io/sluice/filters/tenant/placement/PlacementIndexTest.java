package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ClusterName;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Gateways that share a table in an index, whose cluster can be made not to answer. */
@Tag("slow")
class PlacementIndexTest {

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Set<String> PLACES = Set.of("default", "big");

    private final PlacesIndex index = new PlacesIndex();
    /** Of the gateway that was made last. */
    private TestContext context = new TestContext();

    private final List<PlacementIndex> open = new ArrayList<>();

    private PlacementIndex gateway(boolean create, Duration lease) {
        var config = new PlacementConfig.Index(
                new ClusterName("primary"), "places", create, Duration.ofMillis(100), lease, Duration.ofSeconds(1));
        var places = new PlacementIndex.Places(PLACES, "default", "", (table, tenant, placement, allowed) -> {
            throw new IllegalArgumentException("nothing is carried here");
        });
        context = new TestContext();
        PlacementIndex gateway =
                new PlacementIndex(UUID.randomUUID().toString(), config, index.cluster(), places, context);
        open.add(gateway);
        return gateway;
    }

    private PlacementIndex validGateway() {
        return validGateway(LEASE);
    }

    private PlacementIndex validGateway(Duration lease) {
        PlacementIndex gateway = gateway(true, lease);
        await().until(gateway::isValid);
        return gateway;
    }

    @AfterEach
    void stop() {
        index.down(false);
        open.forEach(PlacementIndex::close);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(20));
    }

    private static void awaitState(PlacementIndex gateway, String tenant, Placement.State state) {
        await().until(() -> gateway.current().of(tenant).state() == state);
    }

    private boolean isAwaited() throws Exception {
        for (Object row : (List<?>) open.getFirst().orders().report().get("tenants")) {
            return !row.toString().contains("awaited=[]");
        }
        throw new AssertionError("no tenant is in the table");
    }

    @Test
    void decidesNothingBeforeItIsInTheTable() {
        index.down(true);
        PlacementIndex gateway = gateway(true, LEASE);

        assertThat(gateway.isValid()).isFalse();
        assertThat(gateway.begin("acme").isStillValid()).isFalse();

        index.down(false);
        await().until(gateway::isValid);
        assertThat(index.table().path("gateways").size()).isEqualTo(1);
        assertThat(gateway.pending()).isNull();
    }

    @Test
    void decidesNothingOnceItsLeaseIsOver() {
        PlacementIndex gateway = validGateway();
        Decision decision = gateway.begin("acme");
        assertThat(decision.isStillValid()).isTrue();

        index.down(true);
        await().until(() -> !gateway.isValid());
        index.down(false);
        await().until(gateway::isValid);

        assertThat(decision.isStillValid()).isFalse();
        assertThat(gateway.begin("acme").isStillValid()).isTrue();
    }

    @Test
    void doesNotStandInTheWayOfABackupOfADeletedIndex() throws Exception {
        TableContent content = TableContent.EMPTY.withTenant("acme", "big", Placement.State.OPEN, null);
        index.table(content);
        PlacementIndex gateway = gateway(false, LEASE);
        await().until(gateway::isValid);

        index.delete();
        await().until(() -> !gateway.isValid());
        index.restore(content);

        await().until(gateway::isValid);
        assertThat(gateway.current().of("acme").place()).isEqualTo("big");
        assertThat(index.wasMadeByADocument()).isFalse();
    }

    @Test
    void makesADeletedIndexAnewWithItsMappingIfNobodyHasMoved() {
        PlacementIndex gateway = validGateway();

        index.delete();

        await().until(() -> index.table().path("gateways").size() == 1 && gateway.isValid());
        assertThat(index.wasMadeByADocument()).isFalse();
    }

    @Test
    void decidesNothingOnTheGroundsOfBeforeASuspensionOfItsMachine() {
        PlacementIndex gateway = validGateway();
        Decision decision = gateway.begin("acme");

        // System.nanoTime may have stood still meanwhile.
        context.clock().advance(LEASE);

        assertThat(decision.isStillValid()).isFalse();
        await().until(gateway::isValid);
        assertThat(decision.isStillValid()).isFalse();
    }

    @Test
    void goesOnAfterAnError() throws Exception {
        PlacementIndex gateway = validGateway();

        index.failOnce(new OutOfMemoryError("of the test"));
        await().until(index::hasFailed);
        index.table(TableContent.read(index.table()).withTenant("acme", "big", Placement.State.OPEN, null));

        await().until(() -> gateway.current().of("acme").place().equals("big"));
    }

    @Test
    void keepsItsLeaseWhileTenantsFollowEachOther() throws Exception {
        // No machine stands still for so long.
        Duration lease = Duration.ofSeconds(8);
        PlacementIndex gateway = validGateway(lease);
        Decision decision = gateway.begin("bolt");
        long end = System.nanoTime() + lease.plusSeconds(2).toNanos();

        while (System.nanoTime() < end) {
            for (Placement.State state : List.of(Placement.State.CLOSED, Placement.State.OPEN)) {
                gateway.orders().put("acme", null, state);
                awaitState(gateway, "acme", state);
            }
            assertThat(decision.isStillValid()).isTrue();
        }
    }

    @Test
    void tellsAllGatewaysOfAChange() throws Exception {
        PlacementIndex one = validGateway();
        PlacementIndex other = validGateway();

        one.orders().put("acme", null, Placement.State.CLOSED);

        awaitState(one, "acme", Placement.State.CLOSED);
        awaitState(other, "acme", Placement.State.CLOSED);
        assertThat(other.current().version()).isEqualTo(1);
        assertThat(other.current().of("bolt").state()).isEqualTo(Placement.State.OPEN);
    }

    @Test
    void confirmsAClosedTenantOnceEarlierChangesAreOver() throws Exception {
        PlacementIndex one = validGateway();
        PlacementIndex other = validGateway();
        Decision write = other.begin("acme");
        Decision ofBolt = other.begin("bolt");

        one.orders().put("acme", null, Placement.State.CLOSED);
        awaitState(other, "acme", Placement.State.CLOSED);
        assertThatThrownBy(() -> one.orders().put("acme", "big", Placement.State.OPEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is not closed yet at the gateways");
        assertThat(isAwaited()).isTrue();

        write.end();
        write.end();
        await().until(() -> !isAwaited());
        one.orders().put("acme", "big", Placement.State.OPEN);
        awaitState(other, "acme", Placement.State.OPEN);
        assertThat(other.current().of("acme").place()).isEqualTo("big");
        ofBolt.end();
    }

    @Test
    void awaitsWritesThatBeganBeforeTheEndOfAMove() throws Exception {
        // Given
        PlacementIndex one = validGateway();
        PlacementIndex other = validGateway();
        Relocation there = new Relocation("default", "big", "big", null);
        index.table(TableContent.read(index.table()).withTenant("acme", "big", Placement.State.COPYING, there));
        awaitState(other, "acme", Placement.State.COPYING);
        Decision copied = other.begin("acme");

        // When
        one.orders().finish("acme");

        // Then
        awaitState(other, "acme", Placement.State.OPEN);
        Decision later = other.begin("acme");
        assertThat(isAwaited()).isTrue();
        copied.end();
        await().until(() -> !isAwaited());
        later.end();
    }

    @Test
    void awaitsAGatewayThatHasNotSeenTheEndOfAMove() throws Exception {
        PlacementIndex gateway = validGateway();
        Relocation there = new Relocation("default", "big", "big", null);
        index.table(TableContent.read(index.table())
                .withTenant("acme", "big", Placement.State.COPYING, there)
                .withGateway("slow", new GatewayEntry("another", "", Duration.ZERO, false)));
        awaitState(gateway, "acme", Placement.State.COPYING);

        gateway.orders().finish("acme");

        awaitState(gateway, "acme", Placement.State.OPEN);
        assertThat(isAwaited()).isTrue();
    }

    @Test
    void movesNoTenantWhoIsOpen() {
        PlacementIndex gateway = validGateway();

        assertThatThrownBy(() -> gateway.orders().put("acme", "big", Placement.State.OPEN))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("has to be closed");
        assertThatThrownBy(() -> gateway.orders().put("acme", "nowhere", Placement.State.CLOSED))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void endsAMoveOfWhichNothingWasCopiedOnceItIsToGoBack() throws Exception {
        // Given
        PlacementIndex gateway = validGateway();
        gateway.orders().move("acme", "big");
        awaitState(gateway, "acme", Placement.State.PREPARING);
        await().until(() -> problem(gateway) != null);

        // When
        gateway.orders().back("acme");

        // Then
        awaitState(gateway, "acme", Placement.State.OPEN);
        assertThat(gateway.current().of("acme").place()).isEqualTo("default");
        assertThatThrownBy(() -> gateway.orders().finish("acme"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is in one place, default");
    }

    @Test
    void showsNoProblemOfATenantWhoIsBack() throws Exception {
        // Given
        PlacementIndex gateway = validGateway();
        gateway.orders().move("acme", "big");
        await().until(() -> problem(gateway) != null);

        // When
        TableContent now = TableContent.read(index.table());
        index.table(now.withTenant(
                "acme", "default", Placement.State.COPYING, new Relocation("default", "big", "default", null)));

        // Then
        awaitState(gateway, "acme", Placement.State.COPYING);
        assertThat(problem(gateway)).isNull();
    }

    private static @Nullable Object problem(PlacementIndex gateway) throws Exception {
        JsonNode report = new ObjectMapper().valueToTree(gateway.orders().report());
        JsonNode problem = report.path("tenants").path(0).path("progress").path("problem");
        return problem.isTextual() ? problem.asText() : null;
    }

    @Test
    void decidesNothingByATableThatHasGoneBack() throws Exception {
        PlacementIndex gateway = validGateway();
        gateway.orders().put("acme", null, Placement.State.CLOSED);
        awaitState(gateway, "acme", Placement.State.CLOSED);

        index.loseTable();

        await().until(() -> !gateway.isValid());
        assertThat(gateway.current().of("acme").state()).isEqualTo(Placement.State.CLOSED);
    }

    @Test
    void makesNoTableWhereOneIsExpected() {
        PlacementIndex gateway = gateway(false, LEASE);
        await().until(() -> gateway.pending() == null);

        assertThat(gateway.isValid()).isFalse();
        assertThat(index.table().isEmpty()).isTrue();

        index.table(new TableContent(3, new TreeMap<>(), new TreeMap<>(), 0, List.of()));
        await().until(gateway::isValid);
    }

    @Test
    void entersItselfAnewOnceItWasTakenOut() {
        PlacementIndex gateway = validGateway();
        Decision before = gateway.begin("acme");
        String id = index.table().path("gateways").fieldNames().next();
        TableContent content = TableContent.read(index.table());

        index.table(content.withGateway(id, new GatewayEntry("", "", Duration.ZERO, true)));
        await().until(() -> !index.table().at("/gateways/" + id + "/leaving").asBoolean(true));

        await().until(gateway::isValid);
        assertThat(before.isStillValid()).isFalse();
    }

    @Test
    void leavesTheTableWhenItEnds() {
        PlacementIndex gateway = validGateway();
        String id = index.table().path("gateways").fieldNames().next();

        gateway.close();

        assertThat(gateway.isValid()).isFalse();
        await().until(() -> index.table().path("gateways").isEmpty() && index.beat(id) == null);
    }

    @Test
    void takesOutAGatewayThatIsSilent() throws Exception {
        PlacementIndex gateway = validGateway();
        gateway.orders().put("acme", null, Placement.State.CLOSED);
        index.table(TableContent.read(index.table())
                .withGateway("gone", new GatewayEntry("killed", "", Duration.ZERO, false)));

        await().until(() -> index.table().path("gateways").size() == 1 && !isAwaited());
    }

    @Test
    void letsNoWriteWaitForLongerThanAFilterMay() {
        var places = new PlacementIndex.Places(PLACES, "default", "", (table, tenant, placement, allowed) -> {
            throw new IllegalArgumentException("nothing is carried here");
        });
        var config = new PlacementConfig.Index(
                new ClusterName("primary"), "places", true, Duration.ofMillis(100), LEASE, Duration.ofSeconds(1));
        context = new TestContext().filterTimeout(Duration.ofMillis(4_700));

        assertThatThrownBy(() -> new PlacementIndex("here", config, index.cluster(), places, context))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("placement.index.hold must be shorter than plugins.filterTimeout by more than 3700 ms,"
                        + " for which writes may wait beyond it: 1000 ms of 4700 ms");
    }
}

package io.sluice.filters.tenant.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableContentTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static TableContent read(String version, String ofTenant) throws Exception {
        return TableContent.read(
                MAPPER.readTree("{\"version\":" + version + ",\"tenants\":{\"acme\":{\"place\":\"default\",\"state\":\""
                        + Placement.State.OPEN.label() + "\",\"version\":" + ofTenant + "}},\"gateways\":{}}"));
    }

    @Test
    void hasVersions() throws Exception {
        assertThat(read("7", "9223372036854775807").version()).isEqualTo(7);
    }

    @Test
    void countsHowOftenATenantChangedItsPlace() throws Exception {
        TableContent table = read("7", "1");

        TableContent copying = table.withTenant(
                "acme", "default", Placement.State.COPYING, new Relocation("default", "big", "big", null));
        TableContent there = copying.withTenant(
                "acme", "big", Placement.State.COPYING, new Relocation("default", "big", "big", null));
        TableContent done = there.withTenant("acme", "big", Placement.State.OPEN);
        TableContent back = done.withTenant("acme", "default", Placement.State.OPEN);

        assertThat(turn(copying)).isZero();
        assertThat(turn(there)).isEqualTo(1);
        assertThat(turn(done)).isEqualTo(1);
        assertThat(turn(back)).isEqualTo(2);
        assertThat(TableContent.read(MAPPER.readTree(back.json().toString()))).isEqualTo(back);
    }

    @Test
    void countsGatewaysThatHaveGone() throws Exception {
        TableContent table = read("7", "1").withGateway("a", new GatewayEntry("of a test", "", Duration.ZERO, false));

        TableContent gone = table.withoutGateway("a");

        assertThat(table.departures()).isZero();
        assertThat(gone.departures()).isEqualTo(1);
        assertThat(gone.withoutGateway("a").departures()).isEqualTo(1);
        assertThat(gone.withTenant("acme", "default", Placement.State.OPEN).departures())
                .isEqualTo(1);
        assertThat(TableContent.read(MAPPER.readTree(gone.json().toString()))).isEqualTo(gone);
    }

    private static int turn(TableContent table) {
        return table.tenants().get("acme").turn();
    }

    /** A table that somebody wrote by hand would count modulo 2^64, and the one put back for an older one. */
    @ParameterizedTest
    @ValueSource(strings = {"1000000000000000000000000000000", "9223372036854775808", "1.0", "\"1\"", "null"})
    void isUnreadableWithAVersionThatIsNone(String version) {
        assertThatThrownBy(() -> read(version, "1")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> read("1", version)).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantConfigTest {

    private static FilterHarness harness(String rest) {
        return FilterHarness.of(new TenantFactory(), "from: [{ principal: {} }]\n" + rest + "\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "layouts: []",
                "layouts: [{ indexPerTenant: { indices: [] } }]",
                "layouts: [{ indexPerTenant: { indices: ['a*b'] } }]",
                "layouts: [{ indexPerTenant: { indices: ['a,b'] } }]",
                "layouts: [{ indexPerTenant: { indices: ['_all'] } }]",
                "layouts: [{ indexPerTenant: { indices: ['*'], template: 'all' } }]",
                "layouts: [{ indexPerTenant: { indices: ['*'], field: tenant_id } }]",
                "layouts: [{ other: { indices: ['*'] } }]",
                "layouts: [{ shared: { indices: ['*'] } }]",
                "layouts: [{ shared: { indices: [] } }]",
                "layouts: [{ shared: { indices: ['logs'], tenantField: '' } }]",
                "layouts: [{ shared: { indices: ['logs'], tenantField: 'a.b' } }]",
                "layouts: [{ shared: { indices: ['logs'], tenantField: '_id' } }]",
                "layouts: [{ shared: { indices: ['logs'], forged: keep } }]",
                "layouts: [{ shared: { indices: ['logs'], template: '{tenant}.{index}' } }]",
                "hyphens: true\nlayouts: [{ shared: { indices: ['logs'] } }]",
                "layouts: [{ shared: { indices: ['logs*'] } }, { indexPerTenant: { indices: ['*'] } }]",
                "layouts: [{ shared: { indices: ['acme.logs'] } }, { indexPerTenant: { indices: ['*'] } }]",
                "layouts: [{ indexPerTenant: { indices: ['*'], template: '{index}.{tenant}' } }, { shared: { indices: ['l*'] } }]",
                "layouts: [{ indexPerTenant: { indices: ['*'], template: 't-{tenant}.{index}' } }, { shared: { indices: ['t-*'] } }]",
                "hyphens: true\nlayouts: [{ indexPerTenant: { indices: ['*'], template: '{tenant}-{index}' } }]",
                "layouts: [{ indexPerTenant: { indices: ['a*'], template: '{tenant}.{index}' } },"
                        + " { indexPerTenant: { indices: ['*'], template: '{index}.{tenant}' } }]",
                "layouts: [{ nested: { indices: [] } }]",
                "layouts: [{ nested: { indices: ['*'], template: 'all' } }]",
                "layouts: [{ nested: { indices: ['*'], template: '{tenant}{tenant}' } }]",
                "layouts: [{ nested: { indices: ['*'], template: '_{tenant}' } }]",
                "layouts: [{ nested: { indices: ['*'], template: '{tenant}.{index}' } }]",
                "layouts: [{ nested: { indices: ['*'], baseField: base } }]",
                "layouts: [{ nested: { indices: ['*'], baseField: 'a.B' } }]",
                "layouts: [{ nested: { indices: ['*'], baseField: _Base } }]",
                "layouts: [{ nested: { indices: ['a*'] } }, { nested: { indices: ['*'] } }]",
                "layouts: [{ shared: { indices: ['logs'] } }, { nested: { indices: ['*'] } }]",
                "layouts: [{ shared: { indices: ['t-*'] } }, { nested: { indices: ['*'], template: 't-{tenant}' } }]",
                "layouts: [{ shared: { indices: ['t-lo.x'] } }, { nested: { indices: ['*'], template: 't-{tenant}.x' } }]",
                "layouts: [{ indexPerTenant: { indices: ['a*'] } }, { nested: { indices: ['*'], template: '{tenant}.all' } }]",
                "layouts: [{ indexPerTenant: { indices: ['*'] } }]\nhandles: { keys: ['c2hvcnQ='] }",
                "layouts: [{ indexPerTenant: { indices: ['*'] } }]\nhandles: { keys: ['!'] }",
                "layouts: [{ indexPerTenant: { indices: ['*'] } }]\nhandles: { lifetime: 0s }",
                "layouts: [{ indexPerTenant: { indices: ['*'] } }]\ntenants: [acme]"
            })
    void refusesConfigurationsWithWhichTenantsCouldMeet(String rest) {
        assertThatThrownBy(() -> harness(rest)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs-1/_search        | /acme.logs-1/_search
            /logs-*/_search        | /acme.logs-*/_search
            /orders/_search        | /acme.orders/_search
            /o*,-orders-1/_search  | /acme.orders*,-acme.orders-1/_search
            /_search               |
            /*/_search             |
            /logs-1,orders/_search |
            /other/_search         |
            """)
    void sendsARequestToTheLayoutOfItsIndices(String target, String sent) {
        FilterHarness harness = harness(
                "layouts: [{ indexPerTenant: { indices: ['logs-*'] } }, { indexPerTenant: { indices: ['orders*'] } }]");

        HarnessResult result = harness.request("GET", target).principal("acme").send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : null)
                .isEqualTo(sent);
        assertThat(result.relayed() || result.status() == 403).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_search          | /logs/_search
            /logs-1/_doc/1         | /logs-1/_doc/acme:1
            /orders/_doc/1         | /acme.orders/_doc/1
            /o*,-orders-1/_search  | /acme.o*,-acme.orders-1/_search
            /logs,orders/_search   |
            /lo*/_search           |
            /logs-*/_search        | /logs-*/_search
            /logs-1*,logs/_search  | /logs-1*,logs/_search
            /logs*/_search         |
            /logs-*,o*/_search     |
            /_search               |
            /                      | /
            """)
    void keepsSomeIndicesSharedAndOthersPerTenant(String target, String sent) {
        FilterHarness harness =
                harness("layouts: [{ shared: { indices: [logs, 'logs-*'] } }, { indexPerTenant: { indices: ['*'] } }]");

        HarnessResult result = harness.request("GET", target).principal("acme").send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : null)
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /logs/_doc/1           | /logs/_doc/acme:1
            /orders/_doc/1         | /acme.orders/_doc/1
            /small-1/_doc/1        | /t-acme/_doc/small-1:1
            /small*/_search        |
            /_search               |
            """)
    void keepsTheSmallIndicesOfATenantInOne(String target, String sent) {
        FilterHarness harness = harness("layouts: [{ shared: { indices: [logs] } }, { nested: { indices: ['small-*'],"
                + " template: 't-{tenant}' } }, { indexPerTenant: { indices: ['*'] } }]");

        HarnessResult result = harness.request("GET", target).principal("acme").send();

        assertThat(result.relayed() ? result.upstreamHead().target().raw() : null)
                .isEqualTo(sent);
    }

    @Test
    void takesHyphensWhereTheyAreAllowed() {
        String layouts = "layouts: [{ indexPerTenant: { indices: ['*'] } }]";

        assertThat(harness(layouts)
                        .request("GET", "/_count")
                        .principal("acme-corp")
                        .send()
                        .status())
                .isEqualTo(403);
        assertThat(harness("hyphens: true\n" + layouts)
                        .request("GET", "/_count")
                        .principal("acme-corp")
                        .send()
                        .upstreamHead()
                        .target()
                        .raw())
                .isEqualTo("/acme-corp.*/_count");
    }
}

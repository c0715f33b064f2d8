package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.TestMeters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantMetersTest {

    private static final String CONFIG = """
            from: [{ principal: {} }]
            layouts: [{ indexPerTenant: { indices: ["*"] } }]
            metrics: { tenants: 2 }
            """;

    private final FilterHarness harness = FilterHarness.of(new TenantFactory(), CONFIG);
    private final TestMeters meters = harness.context().meters();

    @AfterEach
    void stop() {
        harness.close();
    }

    private HarnessCall as(String tenant, String method, String target) {
        return harness.request(method, target).principal(tenant).header("Content-Type", "application/json");
    }

    @Test
    void countsRequestsBytesAndTimeByTenant() {
        as("acme", "POST", "/logs/_search")
                .body("{\"size\":1}")
                .upstream(200, "application/json", "{}")
                .send();
        as("acme", "GET", "/logs/_doc/1")
                .upstream(404, "application/json", "{\"found\":false}")
                .send();
        as("beta", "GET", "/logs/_count").send();

        assertThat(meters.timed("tenant_requests{tenant=acme}")).isEqualTo(2);
        assertThat(meters.nanos("tenant_requests{tenant=acme}")).isEqualTo(4_000_000);
        assertThat(meters.count("tenant_received_bytes{tenant=acme}")).isEqualTo(10);
        assertThat(meters.count("tenant_sent_bytes{tenant=acme}")).isEqualTo(17);
        assertThat(meters.count("tenant_errors{tenant=acme}")).isZero();
        assertThat(meters.timed("tenant_requests{tenant=beta}")).isEqualTo(1);
    }

    @Test
    void countsDocumentsOfBulksAndSingleOnes() {
        as("acme", "POST", "/_bulk")
                .body("{\"index\":{\"_index\":\"a\"}}\n{}\n{\"delete\":{\"_index\":\"a\",\"_id\":\"1\"}}\n")
                .send();
        as("acme", "PUT", "/logs/_doc/1")
                .body("{}")
                .upstream(201, "application/json", "{}")
                .send();
        as("acme", "PUT", "/logs/_create/1")
                .body("{}")
                .upstream(409, "application/json", "{}")
                .send();

        assertThat(meters.count("tenant_documents{tenant=acme}")).isEqualTo(3);
        assertThat(meters.count("tenant_errors{tenant=acme}")).isEqualTo(1);
    }

    @Test
    void countsWhatATenantMayNotDoAsItsError() {
        as("acme", "GET", "/_cluster/state").send();

        assertThat(meters.count("tenant_errors{tenant=acme}")).isEqualTo(1);
    }

    @Test
    void countsNoErrorWhereSomethingIsNotFoundHere() {
        as("acme", "POST", "/_search/scroll").body("{\"scroll_id\":\"none\"}").send();

        assertThat(meters.timed("tenant_requests{tenant=acme}")).isEqualTo(1);
        assertThat(meters.count("tenant_errors{tenant=acme}")).isZero();
    }

    @Test
    void tenantsThatAreTooManyShareTheirSeries() {
        for (String tenant : new String[] {"a", "b", "c", "d", "a"}) {
            as(tenant, "GET", "/logs/_count").send();
        }

        assertThat(meters.timed("tenant_requests{tenant=a}")).isEqualTo(2);
        assertThat(meters.timed("tenant_requests{tenant=b}")).isEqualTo(1);
        assertThat(meters.timed("tenant_requests{tenant=other}")).isEqualTo(2);
    }
}

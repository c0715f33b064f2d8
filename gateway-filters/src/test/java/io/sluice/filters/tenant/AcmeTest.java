package io.sluice.filters.tenant;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import org.junit.jupiter.api.AfterEach;

/** Requests of a tenant {@code acme} through the filter. */
abstract class AcmeTest {

    final FilterHarness harness;

    /** @param layout the only one, as the configuration has it */
    AcmeTest(String layout) {
        harness = FilterHarness.of(new TenantFactory(), configuration(layout));
    }

    static String configuration(String layout) {
        return "from: [{ principal: {} }]\nlayouts: [{ " + layout + " }]\n";
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    final HarnessCall acme(String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    final HarnessCall search(String body) {
        return acme("POST", "/logs/_search").body(body);
    }
}

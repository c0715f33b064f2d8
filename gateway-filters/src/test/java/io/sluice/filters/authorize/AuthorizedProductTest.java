package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What clients ask of the product before they do anything else. */
class AuthorizedProductTest extends AuthorizeTest {

    /** Logstash and Beats send nothing before they were told of it. */
    @ParameterizedTest
    @CsvSource({
        "GET, /_license?human=false, true",
        "GET, /_xpack?categories=license, true",
        "HEAD, /_xpack, true",
        "PUT, /_license, false",
        "GET, /_license/trial_status, false",
        "GET, /_xpack/usage, false"
    })
    void tellsOfTheLicenseWhoeverMayMonitor(String method, String target, boolean allowed) {
        HarnessResult monitors = harness("{allow: {classes: [write, monitor]}}")
                .request(method, target)
                .send();
        HarnessResult writes = harness("{allow: {classes: [read, write, manage]}}")
                .request(method, target)
                .send();

        assertThat(monitors.relayed()).isEqualTo(allowed);
        assertThat(writes.status()).isEqualTo(403);
    }
}

package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code Location} of a document that was written, and what becomes of one that cannot be restored. */
class LocationsTest {

    private static final String OWN = "indexPerTenant: { indices: [\"*\"] }";
    private static final String SHARED = "shared: { indices: [logs, \"test-*\"] }";
    private static final String NESTED = "nested: { indices: [\"*\"], template: \"t-{tenant}\" }";

    private static HarnessResult written(String layout, String path, Headers answered) {
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), AcmeTest.configuration(layout))) {
            return harness.request("PUT", path)
                    .principal("acme")
                    .header("Content-Type", "application/json")
                    .body("{}")
                    .upstream(new Reply(201, answered, "{\"result\":\"created\"}".getBytes(StandardCharsets.UTF_8)))
                    .send();
        }
    }

    @Test
    void beginsWithWhatNamesTheTenantInPaths() {
        String configuration = "from: [{ path: \"/t/{tenant}\" }]\nlayouts: [{ " + OWN + " }]\n";
        try (FilterHarness harness = FilterHarness.of(new TenantFactory(), configuration)) {
            HarnessResult written = harness.request("POST", "/t//acme/logs/_doc")
                    .header("Content-Type", "application/json")
                    .body("{}")
                    .upstream(new Reply(
                            201,
                            headers("/acme.logs/_doc/1"),
                            "{\"result\":\"created\"}".getBytes(StandardCharsets.UTF_8)))
                    .send();

            assertThat(written.upstreamHead().target().raw()).isEqualTo("/acme.logs/_doc");
            assertThat(written.headers().get("Location")).isEqualTo("/t/acme/logs/_doc/1");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Headers headers(String location) {
        return Headers.of("Content-Type", "application/json").and("Location", location);
    }

    @ParameterizedTest
    @CsvSource({"test-中文, 1", "café, ü", "test-𝄞, a b", "logs, a/b", "logs, 100%", "logs, ключ", "logs, a+b"})
    void isEncodedAsServersDo(String index, String id) {
        String path = "/" + encoded(index) + "/_doc/1";
        String location = "/" + encoded(index) + "/_doc/" + encoded(id);

        assertThat(written(OWN, path, headers("/" + encoded("acme." + index) + "/_doc/" + encoded(id)))
                        .headers()
                        .get("Location"))
                .isEqualTo(location);
        assertThat(written(NESTED, path, headers("/t-acme/_doc/" + encoded(index + ":" + id)))
                        .headers()
                        .get("Location"))
                .isEqualTo(location);
        if (!index.equals("café")) {
            assertThat(written(SHARED, path, headers("/" + encoded(index) + "/_doc/" + encoded("acme:" + id)))
                            .headers()
                            .get("Location"))
                    .isEqualTo(location);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://node:9200/acme.logs/_doc/1",
                "/acme.logs/_doc/%ZZ",
                "/acme.l%C3%28ogs/_doc/1",
                "/%/_doc/1",
                "/acme.logs/_doc",
                "/globex.logs/_doc/1",
                "relative",
                "/acme.logs/_doc/1#x",
                "/acme.caf\u00e9/_doc/1"
            })
    void isLeftOutWhereItCannotBeRestored(String location) {
        HarnessResult result = written(OWN, "/logs/_doc/1", headers(location));

        assertThat(result.status()).isEqualTo(201);
        assertThat(result.body()).isEqualTo("{\"result\":\"created\"}");
        assertThat(result.headers().get("Location")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "299 - \"about [acme.test-%E4%B8%AD]\", 299 - \"about [test-%E4%B8%AD]\"",
        "299 - \"about [acme.logs]\", 299 - \"about [logs]\""
    })
    void warningsNameIndicesAsTheClientDoes(String warning, String shown) {
        HarnessResult result =
                written(OWN, "/logs/_doc/1", headers("/acme.logs/_doc/1").and("Warning", warning));

        assertThat(result.headers().get("Warning")).isEqualTo(shown);
    }
}

package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fields that a URL names once and the gateway adds to each document of an {@code _mget} or each update of a bulk. */
class RepeatedFieldsTest extends AcmeTest {

    private static final String UPDATE = "{\"update\":{\"_index\":\"a\",\"_id\":\"1\"}}\n{\"doc\":{}}\n";
    private static final String FIELDS = names(250, "f".repeat(24));

    RepeatedFieldsTest() {
        super("nested: { indices: [\"*\"], template: \"t-{tenant}\" }");
    }

    private static String names(int number, String name) {
        return String.join(",", Collections.nCopies(number, name));
    }

    private static String documents(int number) {
        return list("{\"docs\":[LIST]}", "{\"_index\":\"a\",\"_id\":\"#\"}", number);
    }

    /** 50 KB became 23 MB, and one request took a gateway 1.9 GB. */
    @ParameterizedTest
    @ValueSource(strings = {"stored_fields", "_source", "_source_includes", "_source_excludes"})
    void areDeniedToMoreDocumentsThanMakeABodyLong(String parameter) {
        String target = "/_mget?" + parameter + "=" + FIELDS;

        HarnessResult many = acme("POST", target).body(documents(1000)).send();

        assertDenied(many);
        assertThat(many.body()).contains("more than 4 MiB");
        assertThat(acme("POST", target).body(documents(100)).send().upstreamBody())
                .contains("\"a." + "f".repeat(24) + "\"");
        assertRelayed("POST", "/_mget?" + parameter + "=f", documents(1000));
    }

    @Test
    void areCountedForDocumentsOfAllIndices() {
        String documents = list("{\"docs\":[LIST]}", "{\"_index\":\"a#\",\"_id\":\"1\"}", 1000);

        assertDenied(
                acme("POST", "/_mget?stored_fields=" + FIELDS).body(documents).send());
        assertRelayed("POST", "/_mget?stored_fields=f", documents);
    }

    /** 94 KB became 15 MB. */
    @Test
    void areDeniedToMoreUpdatesThanMakeABulkLong() {
        HarnessResult bulk = acme("POST", "/_bulk?_source_includes=" + FIELDS)
                .body(UPDATE.repeat(1000))
                .upstream(200, "application/json", "{\"items\":[]}")
                .send();

        assertThat(bulk.relayed()).isTrue();
        assertThat(bulk.upstreamBody().length()).isBetween(4 << 20, 5 << 20);
        assertThat(bulk.body()).contains("\"status\":403", "more than 4 MiB");
    }

    @Test
    void areAddedToAnyNumberOfUpdatesIfTheyAreFew() {
        HarnessResult bulk = acme("POST", "/_bulk?_source_includes=f")
                .body(UPDATE.repeat(100_000))
                .send();

        String last = bulk.upstreamBody().substring(bulk.upstreamBody().length() - 100);
        assertThat(last).contains("\"_source\":{\"includes\":[\"a.f\"],\"excludes\":[]}}}\n");
        assertThat(bulk.upstreamBody().lines().count()).isEqualTo(200_000);
    }

    /** Other items show no fields, and an update may say itself which it shows. */
    @Test
    void areNotCountedForItemsThatDoNotGetThem() {
        String index = "{\"index\":{\"_index\":\"a\",\"_id\":\"1\"}}\n{}\n";
        String own = UPDATE.replace("\"_id\"", "\"_source\":false,\"_id\"");

        HarnessResult bulk = acme("POST", "/_bulk?_source_includes=" + FIELDS)
                .body((index + own).repeat(1000) + UPDATE)
                .send();

        assertThat(bulk.upstreamBody().lines().count()).isEqualTo(4002);
    }

    /** Each is compared with the fields of documents. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/_mget?stored_fields=",
                "/a/_mget?stored_fields=",
                "/_mget?_source_includes=",
                "/_bulk?_source=",
                "/logs/_bulk?_source_excludes=",
                "/logs/_search?stored_fields=",
                "/logs/_search?docvalue_fields=",
                "/logs/_field_caps?fields="
            })
    void areFew(String target) {
        String body = target.contains("_mget") ? documents(1) : target.contains("_bulk") ? UPDATE : "";

        assertDenied(acme("POST", target + names(251, "f")).body(body).send());
        assertDenied(acme("POST", target + names(100, "f".repeat(90)))
                .body(body)
                .send());
        assertRelayed("POST", target + names(250, "f"), body);
    }
}

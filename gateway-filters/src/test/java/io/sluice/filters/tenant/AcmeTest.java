package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/** Requests of a tenant {@code acme} through the filter. */
abstract class AcmeTest {
    /** A layout in which the tenant may make indices of its own, and copy them. */
    static final String OWN_INDICES =
            "indexPerTenant: { indices: [\"logs*\", \"to*\"], template: \"{tenant}.{index}\" }";

    /** What a search of shared indices gets at its end, which counts all of its hits. */
    static final String COUNTED = ",\"track_total_hits\":true";

    static String counted(String search) {
        return search.substring(0, search.length() - 1) + COUNTED + "}";
    }

    final FilterHarness harness;

    /** @param layout the only one, as the configuration has it */
    AcmeTest(String layout) {
        harness = FilterHarness.of(new TenantFactory(), configuration(layout));
    }

    static String configuration(String layout) {
        return "from: [{ principal: {} }]\nlayouts: [{ " + layout + " }]\n";
    }

    /** A body with so many elements in the place of {@code LIST}, each with its number for {@code #}. */
    static String list(String body, String element, int length) {
        return body.replace(
                "LIST",
                IntStream.range(0, length)
                        .mapToObj(i -> element.replace("#", String.valueOf(i)))
                        .collect(Collectors.joining(",")));
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    final HarnessCall acme(String method, String target) {
        return harness.request(method, target).principal("acme").header("Content-Type", "application/json");
    }

    /** The handle with which the answer to a request lets the client go on. */
    static String handle(HarnessCall opening, String answer) {
        String restored =
                opening.upstream(200, "application/json", answer).send().body();
        return restored.replaceAll(".*id\":\"([^\"]+)\".*", "$1");
    }

    /** What searches of shared indices have among their aggregations. */
    static final String ONE_BY_ONE = ",\"sluice_one_by_one\":{\"sampler\":{\"shard_size\":1},"
            + "\"aggs\":{\"none\":{\"value_count\":{\"field\":\"sluice_one_by_one\"}}}}";

    /** Nothing of it reached the cluster, and the client was told so. */
    static void assertRefused(HarnessResult result) {
        assertThat(result.status()).isBetween(400, 403);
        assertThat(result.relayed()).isFalse();
    }

    /** The same, and it is for no tenant to do. */
    static void assertDenied(HarnessResult result) {
        assertThat(result.status()).isEqualTo(403);
        assertThat(result.relayed()).isFalse();
    }

    /** Sends a request that nothing is wrong with. */
    void assertRelayed(String method, String path, String body) {
        assertThat(acme(method, path).body(body).send().relayed()).isTrue();
    }

    /** Sends a request that is for no tenant to make, cut everywhere. */
    void assertDenied(String method, String path, String body) {
        assertDenied(acme(method, path).body(body).everySplit());
    }

    final HarnessCall search(String body) {
        return acme("POST", "/logs/_search").body(body);
    }
}

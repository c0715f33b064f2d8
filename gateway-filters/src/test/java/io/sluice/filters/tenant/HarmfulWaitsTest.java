package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes that would wait in the memory of a node, in which those of all tenants are counted. */
@Tag("slow")
class HarmfulWaitsTest extends AcmeTest {
    HarmfulWaitsTest() {
        super(OWN_INDICES);
    }

    /** A write that waits holds the memory of a node in which all writes are counted, also when its client is gone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT /logs/_doc/1 | {}",
                "POST /logs/_doc | {}",
                "PUT /logs/_create/1 | {}",
                "DELETE /logs/_doc/1 | ",
                "POST /logs/_update/1 | {\"doc\":{}}",
                "POST /logs/_bulk | {\"index\":{}}~{}~",
                "POST /_bulk | {\"index\":{\"_index\":\"logs\"}}~{}~",
                "POST /logs/_update_by_query | {\"query\":{\"match_all\":{}}}",
                "POST /logs/_delete_by_query | {\"query\":{\"match_all\":{}}}",
                "POST /_reindex | {\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"to\"}}"
            })
    void areDeniedInWaitsOfWrites(String request, String body) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(request.indexOf(' ') + 1);
        String sent = body == null ? "" : body.replace('~', '\n');
        for (String harmful : List.of(
                "wait_for_active_shards=2",
                "wait_for_active_shards=all",
                "wait_for_active_shards=",
                "timeout=6m",
                "timeout=1000d",
                "timeout=-1",
                "timeout=1e9s")) {
            assertDenied(acme(method, path + "?" + harmful).body(sent).everySplit());
        }
        for (String harmless :
                List.of("wait_for_active_shards=1&timeout=1m", "wait_for_active_shards=0&timeout=300S")) {
            assertRelayed(method, path + "?" + harmless, sent);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /logs/_open | ",
                "POST /logs/_close | ",
                "PUT /logs | ",
                "PUT /logs/_mapping | {\"properties\":{}}",
                "PUT /logs/_settings | {\"refresh_interval\":\"1s\"}",
                "POST /logs/_rollover | ",
                "PUT /logs/_clone/to | ",
                "GET /_cluster/health/logs | ",
                "POST /_aliases | {\"actions\":[]}",
                "GET /_cat/indices | "
            })
    void areDeniedInWaitsOfOtherRequests(String request, String body) {
        String method = request.substring(0, request.indexOf(' '));
        String path = request.substring(request.indexOf(' ') + 1);
        String sent = body == null ? "" : body;

        assertDenied(acme(method, path + "?master_timeout=6m").body(sent).everySplit());
        assertDenied(
                acme(method, path + "?cluster_manager_timeout=-1").body(sent).everySplit());
        assertRelayed(method, path + "?master_timeout=30s", sent);
    }

    /** With an interval of -1 it never comes, and with a long one late: the server keeps the bytes of the write meanwhile. */
    @ParameterizedTest
    @CsvSource({
        "PUT,/logs/_doc/1,{}",
        "POST,/logs/_doc,{}",
        "PUT,/logs/_create/1,{}",
        "DELETE,/logs/_doc/1,",
        "POST,/logs/_update/1,{\"doc\":{}}",
        "POST,/logs/_bulk,{\"index\":{}}~{}~",
        "POST,/_bulk,{\"index\":{\"_index\":\"logs\"}}~{}~"
    })
    void areNotLeftToARefreshThatMayNeverCome(String method, String path, String body) {
        String sent = body == null ? "" : body.replace('~', '\n');

        assertThat(refresh(method, path + "?refresh=wait_for", sent)).isEqualTo("true");
        assertThat(refresh(method, path + "?refresh=true", sent)).isEqualTo("true");
        assertThat(refresh(method, path + "?refresh=false", sent)).isEqualTo("false");
        // Servers refuse it.
        assertThat(refresh(method, path + "?refresh=WAIT_FOR", sent)).isEqualTo("WAIT_FOR");
        assertThat(refresh(method, path, sent)).isNull();
    }

    private @Nullable String refresh(String method, String target, String body) {
        return acme(method, target)
                .body(body)
                .everySplit()
                .upstreamHead()
                .target()
                .parameter("refresh");
    }

    /** A batch waits in memory, which nothing counts, for up to an hour, also when its client is gone. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "_update_by_query | requests_per_second=166 | requests_per_second=167",
                "_delete_by_query | requests_per_second=100&slices=10&scroll_size=1000 | requests_per_second=200&slices=10&scroll_size=1000",
                "_update_by_query | slices=auto&requests_per_second=3333 | slices=auto&requests_per_second=3334",
                "_update_by_query | requests_per_second=166&scroll_size=10000 | requests_per_second=167&scroll_size=10000",
                "_delete_by_query | scroll_size=10001 | scroll_size=10000",
                "_delete_by_query | requests_per_second=NaN | requests_per_second=-1",
                "_delete_by_query | requests_per_second= | requests_per_second=-1.0",
                "_delete_by_query | requests_per_second=1&scroll_size= | requests_per_second=1&scroll_size=60",
                "_reindex | requests_per_second=166 | requests_per_second=167",
                "_reindex | requests_per_second=167&slices=2 | requests_per_second=334&slices=2"
            })
    void areDeniedBetweenBatches(String endpoint, String harmful, String harmless) {
        String path = endpoint.equals("_reindex") ? "/_reindex?" : "/logs/" + endpoint + "?";
        String body = endpoint.equals("_reindex")
                ? "{\"source\":{\"index\":\"logs\"},\"dest\":{\"index\":\"to\"}}"
                : "{\"query\":{\"match_all\":{}}}";

        assertDenied(acme("POST", path + harmful).body(body).everySplit());
        assertRelayed("POST", path + harmless, body);
    }

    /** Without a size in the URL, that of the body is the size of a batch. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs/_update_by_query | {\"query\":{\"match_all\":{}},\"size\":%}",
                "/logs/_delete_by_query | {\"size\":%,\"query\":{\"match_all\":{}}}",
                "/_reindex | {\"source\":{\"index\":\"logs\",\"size\":%},\"dest\":{\"index\":\"to\"}}"
            })
    void areDeniedInBatchesOfBodies(String path, String body) {
        assertDenied(acme("POST", path).body(body.replace("%", "10001")).everySplit());
        assertRelayed("POST", path, body.replace("%", "10000"));
    }
}

package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a queue reads from the paths of writes. */
@Tag("slow")
class QueuePathsTest extends QueueBeforeModel {
    @ParameterizedTest
    @CsvSource({
        "/%3Clogs-%7Bnow%2Fd%7D%3E, <logs-{now/d}>",
        "/%3Clogs-%7Bnow%2fd%7D%3E, <logs-{now/d}>",
        "/lo%67s, logs",
        "/lo%5Cgs, lo\\gs",
        "/a%25b, a%b"
    })
    void namesOfIndicesAreReadAsServersReadThem(String path, String index) throws Exception {
        HttpResponse<String> bulk = gateway.bulk(path + "/_bulk", "{\"index\":{\"_id\":\"a\"}}\n{\"v\":1}\n");
        HttpResponse<String> document = gateway.document("PUT", path + "/_doc/b", "{\"v\":2}");

        assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(200);
        assertThat(document.statusCode()).as(document.body()).isEqualTo(202);
        gateway.awaitEmpty();
        assertThat(cluster.executed().stream().map(each -> each.index() + " " + each.id()))
                .containsExactlyInAnyOrder(index + " a", index + " b");
    }

    @Test
    void aBulkWhosePathNamesAllIndicesIsKept() throws Exception {
        HttpResponse<String> bulk =
                gateway.bulk("/_all/_bulk", "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n");

        assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(200);
        assertThat(bulk.body()).contains("\"result\":\"queued\"");
        gateway.awaitEmpty();
        assertThat(cluster.executed()).extracting(ModelCluster.Executed::index).containsExactly("logs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/_x/_bulk", "/_x/y/_bulk", "/_bulk/stream", "/logs/_bulk/stream"})
    void bulksThatOnlyServersWouldTakeForSuchAreRefused(String path) throws Exception {
        HttpResponse<String> bulk = gateway.bulk(path, "{\"index\":{\"_index\":\"logs\"}}\n{\"v\":1}\n");

        assertThat(bulk.statusCode()).as(bulk.body()).isEqualTo(400);
        assertThat(cluster.executed()).isEmpty();
    }

    @Test
    void bulksOfMonitoringAreNoneForAQueue() throws Exception {
        String document = "{\"index\":{\"_type\":\"node_stats\"}}\n{\"v\":1}\n";

        assertThat(gateway.bulk("/_xpack/monitoring/_bulk", document).body()).doesNotContain("queued");
        assertThat(cluster.executed()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "/logs/_doc/a%2fb, a/b",
        "/logs/_doc/a%2F..%2Fb, a/../b",
        "/logs/_create/a%252Fb, a%2Fb",
        "/logs/_doc/%61, a",
        "/logs/_doc/a%5C%25, a\\%",
        "/logs/_doc/%2E%2E, ..",
        "/logs/_doc/_bulk%2F_search, _bulk/_search",
        "/logs/event/a%2Fb, a/b"
    })
    void idsAreReadAsServersReadThem(String path, String id) throws Exception {
        HttpResponse<String> document = gateway.document("PUT", path, "{\"v\":1}");

        assertThat(document.statusCode()).as(document.body()).isEqualTo(202);
        gateway.awaitEmpty();
        assertThat(cluster.executed().stream().map(ModelCluster.Executed::id)).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/logs/_doc/_search", "/logs/_doc/a%C3", "/logs/_doc/a?routing=r;version=1"})
    void pathsThatServersReadDifferentlyAreRefused(String path) throws Exception {
        assertThat(gateway.document("POST", path, "{\"v\":1}").statusCode()).isEqualTo(400);
        assertThat(gateway.queue().isEmpty()).isTrue();
    }
}

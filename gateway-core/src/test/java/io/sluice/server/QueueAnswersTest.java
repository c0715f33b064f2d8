package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a queue answers to those that do not wait. */
@Tag("slow")
class QueueAnswersTest extends QueueBeforeModel {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void answersOnlyWhatIsAskedFor() throws Exception {
        String body = index("logs", "a", 1);

        assertThat(gateway.bulk("/_bulk?filter_path=errors,items.*.error", body).body())
                .isEqualTo("{\"errors\":false}");
        assertThat(gateway.bulk("/_bulk?filter_path=items.*.status,items.*._id", body)
                        .body())
                .isEqualTo("{\"items\":[{\"index\":{\"_id\":\"a\",\"status\":201}}]}");
    }

    /** As the exporters of OpenTelemetry and Elastic's agents ask. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "filter_path=items.*._index,items.*.status,items.*.failure_store,items.*.error.type,items.*.error.reason",
                "filter_path=errors,items.*._index,items.*.error,items.*.status,items.*.failure_store&include_source_on_error=true"
            })
    void answersExporters(String query) throws Exception {
        HttpResponse<String> answer = gateway.bulk("/_bulk?" + query, index("logs", "a", 1));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(MAPPER.readTree(answer.body()).path("items"))
                .hasToString("[{\"index\":{\"_index\":\"logs\",\"status\":201}}]");
    }

    /** Logstash, Fluent Bit, Fluentd and others send an item with any other status again where one of its bulk failed. */
    @Test
    void givesItemsTheStatusesThatServersGiveThoseThatTheyExecute() throws Exception {
        HttpResponse<String> answer = gateway.bulk(index("logs", "a", 1)
                + "{\"create\":{\"_index\":\"logs\",\"_id\":\"b\"}}\n{}\n"
                + "{\"update\":{\"_index\":\"logs\",\"_id\":\"c\"}}\n{\"doc\":{}}\n"
                + "{\"delete\":{\"_index\":\"logs\",\"_id\":\"d\"}}\n");

        assertThat(MAPPER.readTree(answer.body()).findValues("status"))
                .extracting(JsonNode::asInt)
                .containsExactly(201, 201, 200, 200);
    }

    @Test
    void answersTypedClientsWithWhatTheyCannotDoWithout() throws Exception {
        try (QueueGateway typed = new QueueGateway(new MemoryEngine(), "answers: typed,", cluster)) {
            String bulk = typed.bulk(index("logs", "a", 1)).body();
            HttpResponse<String> document = typed.document("DELETE", "/logs/_doc/a", "");
            String waited = typed.bulk("/_bulk?wait=1ms&filter_path=items.*._version", index("logs", "a", 1))
                    .body();

            assertThat(MAPPER.readTree(bulk).at("/items/0/index").toString())
                    .matches(
                            "\\{\"_index\":\"logs\",\"_type\":\"_doc\",\"_id\":\"a\",\"_version\":-1,\"result\":\"created\","
                                    + "\"_shards\":\\{\"total\":0,\"successful\":0,\"failed\":0},\"receipt\":\"[^\"]{16}\",\"status\":201}");
            assertThat(document.statusCode()).isEqualTo(202);
            assertThat(document.body()).contains("\"result\":\"deleted\"", "\"_version\":-1", "\"status\":202");
            assertThat(waited).contains("\"_version\":");
            typed.awaitEmpty();
        }
    }

    @Test
    void putsWhatAnUpdatesUrlSaysOfItsDocumentIntoTheSource() throws Exception {
        gateway.document("POST", "/logs/_update/a?doc_as_upsert=true", "{\"doc\":{\"v\":1}}");
        gateway.document("POST", "/logs/_update/b?doc_as_upsert", "{\"doc_as_upsert\":false,\"doc\":{\"v\":2}}");
        gateway.document("POST", "/logs/_update/c?doc_as_upsert=false", "{\"doc\":{\"v\":3}}");

        gateway.awaitEmpty();
        assertThat(sources())
                .containsExactlyInAnyOrder(
                        "{\"doc_as_upsert\":true,\"doc\":{\"v\":1}}",
                        "{\"doc_as_upsert\":false,\"doc\":{\"v\":2}}",
                        "{\"doc\":{\"v\":3}}");
    }
}

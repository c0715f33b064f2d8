package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulks before a queue whose clients say which form of an answer they take. */
@Tag("slow")
class QueueAcceptTest extends QueueBeforeModel {
    private static final String BULK = "{\"index\":{\"_index\":\"logs\",\"_id\":\"a\"}}\n{\"v\":1}\n";

    private HttpResponse<String> bulk(String accept) throws Exception {
        return gateway.gateway()
                .send(gateway.bulkRequest("/_bulk")
                        .header("Accept", accept)
                        .POST(HttpRequest.BodyPublishers.ofString(BULK))
                        .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json, text/plain, */*",
                "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2",
                "text/plain, application/json, application/*+json, */*",
                "text/plain"
            })
    void bulksThatServersAnswerInJsonAreKept(String accept) throws Exception {
        HttpResponse<String> answer = bulk(accept);

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).contains("application/json");
        gateway.awaitEmpty();
        assertThat(cluster.executed()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/yaml", "application/cbor", "nonsense"})
    void bulksThatNoServerAnswersInJsonAreNotAcceptable(String accept) throws Exception {
        HttpResponse<String> answer = bulk(accept);

        assertThat(answer.statusCode()).isEqualTo(406);
        assertThat(answer.body()).contains("Accept header [" + accept + "]").doesNotContain("filter_path");
        assertThat(gateway.queue().isEmpty()).isTrue();
    }
}

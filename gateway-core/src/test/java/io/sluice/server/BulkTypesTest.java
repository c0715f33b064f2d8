package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers without types refuse one in a bulk's URL, some before they look at the body: the answer is theirs. */
class BulkTypesTest {
    private static final String REFUSAL = "{\"error\":\"request [/_bulk] contains unrecognized parameter: [type]\"}";

    @ParameterizedTest
    @ValueSource(strings = {"/_bulk?type=x", "/logs/_bulk?pretty&type=_doc", "/logs/x/_bulk"})
    void areLeftToServersThatHaveNone(String target) throws Exception {
        String malformed = "{\"index\":{\"_index\":\"logs\",\"bad\":1}}\n{}\n".repeat(100);
        try (TestNode node = new TestNode(connection -> {
                    for (var request = BulkNode.readBulk(connection);
                            request != null;
                            request = BulkNode.readBulk(connection)) {
                        connection.send(TestNode.ok(REFUSAL).replace("200 OK", "400 Bad Request"));
                    }
                });
                TestGateway gateway = Bulks.gateway("", node)) {
            var response = Bulks.bulk(gateway, target, malformed);

            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(response.body()).isEqualTo(REFUSAL);
        }
    }
}

package io.sluice.server;

import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.gateway;
import static io.sluice.server.Bulks.ids;
import static io.sluice.server.Bulks.items;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulks of which a node's part is answered by something that is no server, or as no server does. */
class BulkOddStatusTest {

    private static final String ERROR = "{\"error\":{\"type\":\"t_exception\",\"reason\":\"r\"},\"status\":%s}";

    private static TestNode answering(String status, String body) throws IOException {
        return BulkNode.answering((number, connection, answer) ->
                connection.send("HTTP/1.1 " + status + " X\r\ncontent-length: " + body.length() + "\r\n\r\n" + body));
    }

    @ParameterizedTest
    @CsvSource({
        "500,504,sluice_outcome_unknown",
        "502,504,sluice_outcome_unknown",
        "503,504,sluice_outcome_unknown",
        "504,504,sluice_outcome_unknown",
        "408,504,sluice_outcome_unknown",
        "201,504,sluice_outcome_unknown",
        "301,504,sluice_outcome_unknown",
        "400,400,sluice_not_executed",
        "413,413,sluice_not_executed"
    })
    void saysThatNobodyKnowsUnlessTheRequestIsBlamed(String status, String told, String type) throws Exception {
        try (TestNode odd = answering(status, "<html>");
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", odd, fine)) {
            var response = bulk(gateway, items(0, 400));

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body())
                    .contains("\"status\":" + told + ",\"error\":{\"type\":\"" + type + "\"")
                    .contains("the node answered " + status);
            assertThat(ids(response)).hasSize(400).containsNull().anyMatch(Objects::nonNull);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"500", "502", "503", "504", "408", "201", "301"})
    void saysOfTheWholeThatNobodyKnowsWhereEachPartSaysNothing(String status) throws Exception {
        try (TestNode odd = answering(status, "<html>");
                TestNode other = answering(status, "<html>");
                TestGateway one = gateway("", odd);
                TestGateway two = gateway("", odd, other)) {
            for (TestGateway gateway : List.of(one, two)) {
                var response = bulk(gateway, items(0, 400));

                assertThat(response.statusCode()).isEqualTo(504);
                assertThat(response.body())
                        .contains("\"type\":\"sluice_outcome_unknown\"", "the node answered " + status);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"400", "500", "503"})
    void repeatsTheErrorOfAServer(String status) throws Exception {
        try (TestNode refusing = answering(status, ERROR.formatted(status));
                TestNode fine = BulkNode.answering(BulkNode.CREATED);
                TestGateway gateway = gateway("", refusing, fine)) {
            assertThat(bulk(gateway, items(0, 400)).body())
                    .contains("\"status\":" + status + ",\"error\":{\"type\":\"t_exception\",\"reason\":\"r\"}");
        }
    }
}

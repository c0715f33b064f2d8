package io.sluice.server;

import static io.sluice.server.Bulks.bulk;
import static io.sluice.server.Bulks.items;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Exchange;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Filter;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Filters are told whether nodes may have stored items of a bulk whose results did not come. */
class BulkUnknownOutcomeTest {

    private static final String CREATED = "created";
    private static final String LATE =
            "{\"error\":{\"type\":\"sluice_upstream_timeout\",\"reason\":\"late\"},\"status\":504}";

    private final List<ExchangeSummary> ended = new CopyOnWriteArrayList<>();

    private TestFilter noting() {
        return new TestFilter("noting", new Filter() {
            @Override
            public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                return RequestPlan.pass();
            }

            @Override
            public void onComplete(ExchangeSummary summary) {
                ended.add(summary);
            }
        });
    }

    private static TestNode node(String answer) throws Exception {
        AtomicInteger bulks = new AtomicInteger();
        return new TestNode(connection -> {
            var request = BulkNode.readBulk(connection);
            boolean busy = answer.startsWith("busy, ") && bulks.getAndIncrement() == 0;
            switch (busy ? "busy" : answer.replace("busy, ", "")) {
                case "busy" ->
                    connection.send(TestNode.ok(BulkNode.answer(request.text(), 0, (text, id) -> BulkNode.busy())));
                case CREATED -> connection.send(TestNode.ok(BulkNode.answer(request.text(), 0, BulkNode.CREATED)));
                case "reset" -> connection.reset();
                case "typed" ->
                    connection.send("HTTP/1.1 504 Gateway Timeout\r\ncontent-type: application/json\r\ncontent-length: "
                            + LATE.length() + "\r\n\r\n" + LATE);
                default -> connection.send("HTTP/1.1 " + answer + "\r\ncontent-length: 0\r\n\r\n");
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "created, false",
        "reset, true",
        // Who answers so may stand before a server that went on.
        "503 Service Unavailable, true",
        "typed, true",
        "'busy, typed', true",
        "'busy, created', false",
        "'busy, 503 Service Unavailable', true",
        "429 Too Many Requests, false",
        "413 Content Too Large, false",
    })
    void isTold(String answer, boolean unknown) throws Exception {
        try (TestNode odd = node(answer);
                TestNode fine = node(CREATED);
                TestGateway gateway = new TestGateway(
                        Bulks.yaml("", Bulks.REGROUPED.formatted("retry: { attempts: 2, pause: 1ms }"), odd, fine)
                                .replace("    relay:", "    filters: [{ type: noting }]\n    relay:"),
                        TestRouter.inRunsOf(7),
                        noting())) {
            bulk(gateway, items(0, 1000));

            Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> ended.size() == 1);
            assertThat(Objects.requireNonNull(ended.getFirst().bulk()).unknown())
                    .isEqualTo(unknown);
            assertThat(ended.getFirst().failure()).isNull();
        }
    }
}

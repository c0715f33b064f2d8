package io.sluice.server;

import static io.sluice.server.TestCollector.attribute;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.sluice.api.Filter;
import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponsePlan;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The spans of filters. */
class TracedFiltersTest {
    private static final TestFilter PASSING = new TestFilter("passing", new Filter() {});

    @RegisterExtension
    private final TestCollector collector = new TestCollector();

    private void post(String more, TestFilter... filters) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = TestFilter.gateway(collector.tracing("1") + more, node, filters)) {
            gateway.post("/a/_search", "{}");
        }
    }

    @Test
    void haveASpanEachWithinTheRequest() throws Exception {
        post("", PASSING, TestFilter.onRequest((head, exchange) -> RequestPlan.pass()));

        Span request = collector.span(Span.SpanKind.SPAN_KIND_SERVER);
        Span upstream = collector.span(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(collector.named("filter"))
                .extracting(Span::getName)
                .containsExactly("filter passing", "filter on-request");
        assertThat(collector.named("filter")).allSatisfy(span -> {
            assertThat(span.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_INTERNAL);
            assertThat(span.getTraceId()).isEqualTo(request.getTraceId());
            assertThat(span.getParentSpanId()).isEqualTo(request.getSpanId());
            assertThat(span.getStartTimeUnixNano()).isGreaterThanOrEqualTo(request.getStartTimeUnixNano());
            assertThat(span.getEndTimeUnixNano()).isLessThanOrEqualTo(upstream.getStartTimeUnixNano());
            assertThat(span.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        });
        assertThat(attribute(collector.named("filter").getFirst(), "sluice.filter"))
                .isEqualTo("flows.default.filters[0]");
    }

    @Test
    void spanTheTimeThatTheirAnswersTake() throws Exception {
        Duration pause = Duration.ofMillis(30);
        TestFilter asking = TestFilter.onRequest((head, exchange) -> new RequestPlan.Later<>(
                new CompletableFuture<String>().completeOnTimeout("", pause.toMillis(), TimeUnit.MILLISECONDS),
                value -> RequestPlan.pass()));

        post("", asking, PASSING);

        Span waited = collector.named("filter on-request").getFirst();
        Span next = collector.named("filter passing").getFirst();
        assertThat(waited.getEndTimeUnixNano() - waited.getStartTimeUnixNano())
                .isGreaterThanOrEqualTo(pause.toNanos() - Duration.ofMillis(1).toNanos());
        assertThat(next.getStartTimeUnixNano()).isGreaterThanOrEqualTo(waited.getEndTimeUnixNano());
    }

    @Test
    void spanTheTimeThatABodyTakesToCome() throws Exception {
        TestFilter reading = TestFilter.onRequest((head, exchange) ->
                new RequestPlan.Aggregate(100, first -> new RequestPlan.Aggregate(100, second -> RequestPlan.pass())));

        post("", reading, PASSING);

        assertThat(collector.named("filter"))
                .extracting(Span::getName)
                .containsExactly("filter on-request", "filter passing");
    }

    @Test
    void haveASpanForAnAnswerOnlyIfTheyDoSomethingWithIt() throws Exception {
        TestFilter changing = TestFilter.onResponse((head, exchange) -> new ResponsePlan.Head(head));

        post("", PASSING, changing);

        assertThat(collector.named("filter"))
                .extracting(Span::getName)
                .containsExactly("filter passing", "filter on-response", "filter on-response response");
    }

    @Test
    void tellTheStatusThatTheyAnswerWith() throws Exception {
        post(
                "",
                TestFilter.onRequest((head, exchange) -> RequestPlan.answer(Reply.error(403, "denied", "no"))),
                PASSING);

        Span filter = collector.named("filter").getFirst();
        assertThat(collector.spans()).hasSize(2);
        assertThat(attribute(filter, "http.response.status_code")).isEqualTo("403");
        assertThat(filter.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
    }

    @Test
    void tellThatTheyFailed() throws Exception {
        post("", TestFilter.onRequest((head, exchange) -> {
            throw new IllegalStateException("broken");
        }));

        assertFailed("filter on-request", "filter-failed");
    }

    @Test
    void tellThatTheyFailedOnAnAnswer() throws Exception {
        post("", TestFilter.onResponse((head, exchange) -> {
            throw new IllegalStateException("broken");
        }));

        assertFailed("filter on-response response", "filter-failed");
    }

    @Test
    void tellThatTheyHadNotDecidedWhenTheRequestEnded() throws Exception {
        post(
                "\nplugins: { filterTimeout: 20ms }",
                TestFilter.onRequest((head, exchange) ->
                        new RequestPlan.Later<>(new CompletableFuture<String>(), value -> RequestPlan.pass())));

        assertFailed("filter on-request", "undecided");
    }

    private void assertFailed(String name, String type) {
        Span failed = collector.named(name).getFirst();
        assertThat(failed.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(attribute(failed, "error.type")).isEqualTo(type);
    }
}

package io.sluice.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.sluice.api.Exchange;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Filter;
import io.sluice.api.Headers;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.api.ResponseHead;
import io.sluice.bulk.line.BulkLimits;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import io.sluice.json.JsonLimits;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainDriverTest {
    private static final String BODY = "{\"index\":{}}\n{\"a\":1}\n{\"index\":{}}\n{\"a\":2}\n";

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
    private final TaskLoop loop = new TaskLoop();
    private final Out out = new Out();

    @AfterEach
    void nothingIsKept() {
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory())
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 13, 1000})
    void relaysABodyWhole(int chunk) {
        drive(head -> RequestPlan.pass(), "", chunk);

        assertThat(out.text()).isEqualTo(BODY);
        assertThat(out.ended()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 13, 1000})
    void sendsTheBeginningThatAFilterReadFirst(int chunk) {
        StringBuilder line = new StringBuilder();
        Function<RequestHead, RequestPlan> filter = head -> new RequestPlan.FirstLine(100, lent -> {
            line.append(lent.toString(StandardCharsets.UTF_8), 0, "{\"index\":{}}".length());
            return RequestPlan.pass();
        });

        drive(filter, "", chunk);

        assertThat(line).hasToString("{\"index\":{}}");
        assertThat(out.text()).isEqualTo(BODY);
        assertThat(out.ended()).isTrue();
    }

    @Test
    void waitsForAPlanThatIsMadeElsewhereFromTheFirstLine() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        Function<RequestHead, RequestPlan> filter = head -> new RequestPlan.FirstLine(100, lent -> {
            loop.execute(() -> stage.complete("x"));
            return new RequestPlan.Later<>(stage, value -> new RequestPlan.Head(head.withHeader("x-later", value)));
        });

        drive(filter, "", 5);

        RequestHead planned = out.request();
        assertThat(planned).isNotNull();
        assertThat(planned.headers().get("x-later")).isEqualTo("x");
        assertThat(out.text()).isEqualTo(BODY);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1000})
    void sendsABodyThatWasCollected(int chunk) {
        drive(head -> new RequestPlan.Aggregate(100, lent -> RequestPlan.pass()), "", chunk);

        assertThat(out.text()).isEqualTo(BODY);
        assertThat(out.ended()).isTrue();
    }

    @Test
    void refusesABodyThatIsLargerThanAFilterTakes() {
        drive(head -> new RequestPlan.Aggregate(10, lent -> RequestPlan.pass()), "", 5);

        Failure failure = out.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.TOO_LARGE);
        assertThat(out.ended()).isFalse();
    }

    @Test
    void failsWhereAPlanDoesNotCome() {
        drive(head -> new RequestPlan.Later<>(new CompletableFuture<>(), any -> RequestPlan.pass()), "", 5);

        Failure failure = out.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).isEqualTo(FailureKind.FILTER_TIMEOUT);
        assertThat(out.text()).isEmpty();
    }

    @Test
    void failsAsTheGatewayWhereAFilterLooksIntoAnUnknownEncoding() {
        drive(head -> new RequestPlan.Aggregate(100, lent -> RequestPlan.pass()), "br", 5);

        Failure failure = out.failure();
        assertThat(failure).isNotNull();
        assertThat(failure.status()).isEqualTo(415);
        assertThat(failure.reason())
                .isEqualTo("a filter looks into the body, and content encoding br is not supported");
    }

    @Test
    void relaysAnUnknownEncodingThatNoFilterLooksInto() {
        drive(head -> RequestPlan.pass(), "br", 5);

        assertThat(out.text()).isEqualTo(BODY);
    }

    @Test
    void sendsNothingOnceAFilterHasAnswered() {
        drive(head -> RequestPlan.answer(Reply.text(403, "no")), "", 5);

        assertThat(out.refusal()).isNotNull();
        assertThat(out.text()).isEmpty();
        assertThat(out.request()).isNull();
    }

    @Test
    void sendsAnAnswerBack() {
        Out back = new Out();
        try (ChainDriver driver = driver(head -> RequestPlan.pass(), "", 5)) {
            driver.plan();
            driver.sendBody();
            boolean touched = driver.answer(
                    new ResponseHead(200, Headers.empty(), ResponseHead.Origin.UPSTREAM),
                    write -> feed("{\"took\":1}", 3, write),
                    back);
            assertThat(touched).isFalse();
        }

        ResponseHead planned = back.response();
        assertThat(planned).isNotNull();
        assertThat(planned.status()).isEqualTo(200);
        assertThat(back.text()).isEqualTo("{\"took\":1}");
        assertThat(back.ended()).isTrue();
    }

    private void drive(Function<RequestHead, RequestPlan> filter, String encoding, int chunk) {
        try (ChainDriver driver = driver(filter, encoding, chunk)) {
            driver.plan();
            driver.sendBody();
        }
    }

    private ChainDriver driver(Function<RequestHead, RequestPlan> filter, String encoding, int chunk) {
        Headers headers = encoding.isEmpty() ? Headers.empty() : Headers.of("Content-Encoding", encoding);
        Exchange exchange = new OneExchange(new RequestHead("POST", RequestTarget.parse("/_bulk"), headers));
        BodyLimits limits = new BodyLimits(1 << 20, 1000, JsonLimits.DEFAULT, BulkLimits.DEFAULT);
        return new ChainDriver(
                List.of(new NamedFilter("tested", new Planning(filter), nanos -> {})),
                new RequestChain.Surroundings(exchange, loop, limits, allocator),
                loop,
                write -> feed(BODY, chunk, write),
                out);
    }

    private static void feed(String body, int chunk, Predicate<ByteBuf> write) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        boolean wanted = true;
        for (int at = 0; at < bytes.length && wanted; at += chunk) {
            wanted = write.test(Unpooled.wrappedBuffer(bytes, at, Math.min(chunk, bytes.length - at)));
        }
    }

    /** Keeps the bytes. */
    private static final class Out extends DrivenBody {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void relay(ByteBuf lent, int index, int length) {
            bytes.writeBytes(ByteBufUtil.getBytes(lent, index, length));
        }

        @Override
        public void write(byte[] array, int offset, int length) {
            bytes.write(array, offset, length);
        }

        String text() {
            return bytes.toString(StandardCharsets.UTF_8);
        }
    }

    /** Runs what is handed over, and has no patience. */
    private static final class TaskLoop implements ChainDriver.Loop {
        private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean runUntil(BooleanSupplier condition) {
            while (!condition.getAsBoolean()) {
                Runnable task = tasks.poll();
                if (task == null) {
                    return false;
                }
                task.run();
            }
            return true;
        }
    }

    private record Planning(Function<RequestHead, RequestPlan> plan) implements Filter {
        @Override
        public RequestPlan onRequest(RequestHead head, Exchange exchange) {
            return plan.apply(head);
        }
    }

    private record OneExchange(RequestHead original) implements Exchange {
        @Override
        public String id() {
            return "test-1";
        }

        @Override
        public String listener() {
            return "http";
        }

        @Override
        public String flow() {
            return "test";
        }

        @Override
        public InetSocketAddress client() {
            return new InetSocketAddress("127.0.0.1", 1);
        }

        @Override
        public boolean secure() {
            return false;
        }

        @Override
        public <T> @Nullable T get(ExchangeKey<T> key) {
            return null;
        }

        @Override
        public <T> void put(ExchangeKey<T> key, T value) {}

        @Override
        public void target(String cluster) {}

        @Override
        public void settle(String cluster) {}
    }
}

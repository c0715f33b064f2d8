package io.sluice.plugins.jwt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import io.sluice.api.FilterContext;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class KeysTest {

    private static String text;

    private final TestContext context = new TestContext();
    private final AtomicInteger reads = new AtomicInteger();
    private final JwtConfig config = new JwtConfig(
            new KeysAt.Url(URI.create("http://127.0.0.1/keys"), null),
            Issuer.NAME,
            List.of(Issuer.SERVICE),
            List.of(JwtConfig.Algorithm.RS256),
            Duration.ofSeconds(30),
            "sub",
            Map.of(),
            false,
            "sluice",
            false,
            Duration.ofMinutes(1),
            Duration.ofHours(1),
            10,
            10);

    @BeforeAll
    static void makeKeys() throws Exception {
        text = new Issuer("1").keys();
    }

    private Keys keys(KeyReader reader) {
        return new Keys(
                () -> {
                    reads.incrementAndGet();
                    return reader.read();
                },
                config,
                context);
    }

    @Test
    void areReadOnceForAllThatWait() {
        Keys keys = keys(() -> text);

        List<CompletableFuture<@Nullable KeySet>> waiting =
                Stream.generate(keys::refreshed).limit(3).toList();

        assertThat(context.waitingTasks()).isEqualTo(1);
        context.runTasks();
        assertThat(waiting).allSatisfy(each -> assertThat(each).isCompletedWithValue(keys.current()));
        assertThat(keys.current()).isNotNull();
        assertThat(reads).hasValue(1);
    }

    @Test
    void areWaitedForHalfTheTimeOfAPlanAtMost() throws Exception {
        context.filterTimeout(Duration.ofMillis(200));
        Keys keys = keys(() -> text);

        CompletableFuture<@Nullable KeySet> waiting = keys.refreshed();

        assertThat(waiting.get(20, TimeUnit.SECONDS)).isNull();
        context.runTasks();
        assertThat(keys.current()).isNotNull();
        assertThat(reads).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"keys\":{}}",
                "{\"keys\":\"x\"}",
                "{\"keys\":[1]}",
                "{\"keys\":[[]]}",
                "{\"keys\":[null]}",
                "{\"keys\":null}",
                "null",
                "[]"
            })
    void countAFailureIfTheyAreNoKeySet(String wrong) {
        Keys keys = keys(() -> wrong);

        keys.refresh();

        assertThat(context.meters().count("reload_failures")).isEqualTo(1);
        assertThatThrownBy(keys::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JWK set")
                .satisfies(problem -> assertThat(problem.getCause() instanceof ClassCastException)
                        .isFalse());
    }

    /** As of a configuration that is only checked. */
    @Test
    void countNoFailureIfTheirEndBreaksAReadingOff() {
        Keys[] keys = new Keys[1];
        keys[0] = keys(() -> {
            keys[0].close();
            throw new IOException("shutdownNow");
        });

        keys[0].refresh();

        assertThat(context.meters().count("reload_failures")).isZero();
    }

    @Test
    void areKeptAndReadAgainInTimeAlsoWhereTheTimeOfDayIsSetBack() throws Exception {
        Keys keys = keys(() -> text);
        keys.read();

        context.clock().set(context.clock().instant().minus(Duration.ofDays(1)));
        context.clock().advance(Duration.ofMinutes(61));

        assertThat(keys.current()).isNull();
        assertThat(keys.refreshed()).isNotDone();
        context.runTasks();
        assertThat(keys.current()).isNotNull();
    }

    @Test
    void areReadAtMostEveryTenSeconds() {
        Keys keys = keys(() -> {
            throw new IOException("away");
        });
        keys.refreshed();
        context.runTasks();

        assertThat(keys.refreshed()).isCompletedWithValue(null);
        context.clock().advance(Duration.ofSeconds(10));
        assertThat(keys.refreshed()).isNotDone();
        context.runTasks();
        assertThat(reads).hasValue(2);
    }

    @Test
    void canBeAskedForWhileAReadingHangs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answered = new CountDownLatch(1);
        Keys keys = keys(() -> {
            begun.countDown();
            try {
                answered.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return text;
        });
        Thread periodic = Thread.ofVirtual().start(keys::refresh);
        begun.await();
        context.clock().advance(Duration.ofSeconds(10));

        CompletableFuture<@Nullable KeySet> waiting = keys.refreshed();

        assertThat(waiting).isNotDone();
        answered.countDown();
        periodic.join();
        context.runTasks();
        assertThat(waiting.join()).isNotNull();
    }

    /** A token with a new key may come as soon as a reading at the interval has begun. */
    @Test
    void areWaitedForWhileTheyAreBeingRead() {
        List<CompletableFuture<@Nullable KeySet>> waiting = new ArrayList<>();
        Keys[] keys = new Keys[1];
        keys[0] = keys(() -> {
            waiting.add(keys[0].refreshed());
            assertThat(waiting.getFirst()).isNotDone();
            return text;
        });

        keys[0].refresh();

        assertThat(keys[0].current()).isNotNull();
        assertThat(waiting.getFirst()).isCompletedWithValue(keys[0].current());
        assertThat(context.waitingTasks()).isZero();
        assertThat(reads).hasValue(1);
    }

    @Test
    void keepTheirTokensWhereTheIssuerWritesThemInAnotherOrder() throws Exception {
        Issuer issuer = new Issuer("2");
        List<JWK> all = JWKSet.parse(issuer.keys()).getKeys();
        String[] now = {issuer.keys()};
        Keys keys = keys(() -> now[0]);
        keys.read();
        KeySet before = keys.current();

        now[0] = "\n" + new JWKSet(all.reversed());
        context.clock().advance(Duration.ofMinutes(50));
        keys.read();
        context.clock().advance(Duration.ofMinutes(50));
        assertThat(keys.current()).isNotNull().isSameAs(before);

        now[0] = new JWKSet(all.subList(0, 2)).toString();
        keys.read();
        assertThat(keys.current()).isNotNull().isNotSameAs(before);
    }

    @Test
    void loseTheirTokensWhereAKeyOfTheSameNameIsAnother() throws Exception {
        String[] now = {new Issuer("3").keys()};
        Keys keys = keys(() -> now[0]);
        keys.read();
        KeySet before = keys.current();

        now[0] = new Issuer("3").keys();
        keys.read();

        assertThat(keys.current()).isNotNull().isNotSameAs(before);
    }

    /** As when the machine has no memory for another thread. */
    @Test
    void areReadLaterWhereTheThreadThatWouldReadThemCannotStart() {
        boolean[] exhausted = {true};
        Executor starting = task -> {
            if (exhausted[0]) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            context.blockingExecutor().execute(task);
        };
        InvocationHandler calls = (proxy, method, given) ->
                method.getName().equals("blockingExecutor") ? starting : method.invoke(context, given);
        FilterContext changed = (FilterContext)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {FilterContext.class}, calls);
        Keys keys = new Keys(() -> text, config, changed);
        assertThatThrownBy(keys::refreshed).isInstanceOf(OutOfMemoryError.class);

        exhausted[0] = false;
        CompletableFuture<@Nullable KeySet> later = keys.refreshed();
        context.runTasks();

        assertThat(later.getNow(null)).isNotNull();
    }

    @Test
    void stayAsTheyAreWhereNoThreadIsFreeToReadThem() {
        Keys keys = keys(() -> text);
        context.refuseTasks(true);
        assertThat(keys.refreshed()).isCompletedWithValue(null);

        context.refuseTasks(false);
        CompletableFuture<@Nullable KeySet> later = keys.refreshed();
        context.runTasks();
        assertThat(later.join()).isNotNull();
    }
}

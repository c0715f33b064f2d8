package io.sluice.plugins.ratelimit;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.AsyncProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import io.lettuce.core.resource.Delay;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to Redis, and whether it answers. One answer that is late or an error makes it count as away; from then on nobody
 * waits for it until it has answered a look, which writes as buckets do. Only the timer's thread and Lettuce's own use Lettuce: what Lettuce
 * keeps in thread-locals would otherwise stay on the gateway's event loops when the plugin is replaced.
 */
final class RedisLink implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
    private static final Duration AFTER_FULL = Duration.ofSeconds(10);
    /** A connection on which so many looks find nothing is replaced: its other end may be gone without a word. */
    private static final int LOOKS_OF_A_CONNECTION = 20;
    /** The clock is carried on for so long, in which it is wrong by some milliseconds at most. */
    private static final Duration BETWEEN_TIMES = Duration.ofSeconds(10);
    /** Asks for the time, and writes as buckets do: a replica would answer who only reads. */
    private static final String LOOK = "redis.call('set', KEYS[1], '', 'px', 1000) return redis.call('time')";

    private final SharedConfig config;
    private final ScheduledExecutorService timer;
    private final Tally tally;
    private final RedisClock clock = new RedisClock(System::nanoTime);
    private final ClientResources resources;
    private final RedisClient client;
    private final RedisURI uri;
    private final Future<?> looking;
    private final Future<?> settingClock;
    /** Somebody is looking whether Redis answers. */
    private final AtomicBoolean lookedAt = new AtomicBoolean();
    /** Completes once it is known whether Redis answers. */
    private final CompletableFuture<Void> firstLook = new CompletableFuture<>();

    private volatile boolean away = true;
    /** The log has said whether the first connection was made. */
    private volatile boolean told;

    private volatile @Nullable Connected connected;
    private volatile int vainLooks;

    /** A connection, and the buckets behind it. */
    private record Connected(StatefulRedisConnection<String, byte[]> connection, AsyncProxyManager<String> buckets) {}

    /**
     * Begins to connect; {@link #awaitFirstLook} waits for it.
     *
     * @throws IOException if the file with the authorities cannot be read
     */
    RedisLink(SharedConfig config, ScheduledExecutorService timer, Tally tally) throws IOException {
        this.config = config;
        this.timer = timer;
        this.tally = tally;
        this.uri = RedisAddress.uri(config);
        ClientOptions options = RedisAddress.options(config);
        this.resources = DefaultClientResources.builder()
                .ioThreadPoolSize(2)
                .computationThreadPoolSize(2)
                .reconnectDelay(Delay.constant(BETWEEN_LOOKS))
                .build();
        this.client = RedisClient.create(resources, uri);
        client.setOptions(options);
        this.looking = timer.scheduleWithFixedDelay(this::look, 0, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
        this.settingClock = timer.scheduleWithFixedDelay(
                this::setClock, BETWEEN_TIMES.toMillis(), BETWEEN_TIMES.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits until it is known whether Redis answers, for {@link RedisAddress#FIRST_PATIENCE} at most. Not for event loops. */
    void awaitFirstLook() {
        try {
            firstLook.get(RedisAddress.FIRST_PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // It counts as away until a later look finds it.
            LOG.atDebug().addKeyValue("redis", place()).setCause(e).log("nobody knows yet whether Redis answers");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether Redis does not answer at present. */
    boolean isAway() {
        return away;
    }

    /**
     * A bucket of that name.
     *
     * @throws IllegalStateException if there is no connection
     */
    AsyncBucketProxy bucket(String name, BucketConfiguration bucket) {
        return connected().buckets.builder().build(name, () -> CompletableFuture.completedFuture(bucket));
    }

    private Connected connected() {
        Connected now = connected;
        if (now == null) {
            throw new IllegalStateException("there is no connection to Redis");
        }
        return now;
    }

    /**
     * Asks Redis, on the timer's thread.
     *
     * @param late gets an answer that came after the time-out
     * @return fails if there is no answer in time
     */
    <T> CompletableFuture<T> ask(Supplier<CompletableFuture<T>> question, Consumer<? super T> late) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        tally.asked();
        CompletableFuture<T> asked;
        try {
            asked = question.get();
        } catch (RuntimeException | Error e) {
            failed(e);
            return CompletableFuture.failedFuture(e);
        }
        Future<?> timeout = timer.schedule(
                () -> {
                    var e = new TimeoutException(
                            "no answer within " + config.timeout().toMillis() + " ms");
                    if (answer.completeExceptionally(e)) {
                        failed(e);
                    }
                },
                config.timeout().toNanos(),
                TimeUnit.NANOSECONDS);
        asked.whenComplete((found, failure) -> {
            timeout.cancel(false);
            if (failure != null) {
                if (answer.completeExceptionally(failure)) {
                    failed(failure);
                }
            } else if (!answer.complete(found)) {
                timer.execute(() -> late.accept(found));
            }
        });
        return answer;
    }

    private void failed(Throwable failure) {
        tally.failed();
        if (!away) {
            away = true;
            LOG.atWarn()
                    .addKeyValue("redis", place())
                    .addKeyValue("whenAway", config.whenAway())
                    .addKeyValue("cause", String.valueOf(failure))
                    .log("Redis does not answer, limits are not shared meanwhile");
        }
    }

    // On the timer's thread.
    private void look() {
        if (!away || !lookedAt.compareAndSet(false, true)) {
            return;
        }
        Connected now = connected;
        if (now != null && countVainLook() > LOOKS_OF_A_CONNECTION) {
            connected = null;
            now.connection.closeAsync();
            now = null;
        }
        CompletableFuture<?> found;
        try {
            found = now == null ? connect() : inTime(askTime(now), config.timeout());
        } catch (RuntimeException | Error e) {
            // What a periodic task throws ends it: Redis would count as away for good.
            found = CompletableFuture.failedFuture(e);
        }
        found.whenComplete((answer, failure) -> {
            if (failure == null) {
                back();
            } else {
                notThere(failure);
            }
            lookedAt.set(false);
            firstLook.complete(null);
        });
    }

    // Only the timer's thread counts.
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private int countVainLook() {
        return ++vainLooks;
    }

    private CompletableFuture<Void> askTime(Connected now) {
        long asked = clock.steadyNanos();
        return now.connection
                .async()
                .<List<byte[]>>eval(LOOK, ScriptOutputType.MULTI, config.prefix() + ":look")
                .toCompletableFuture()
                .thenAccept(time -> clock.set(time, asked));
    }

    // On the timer's thread. While Redis is away, looks set the clock.
    private void setClock() {
        if (!away) {
            ask(() -> askTime(connected()), late -> {});
        }
    }

    private <T> CompletableFuture<T> inTime(CompletableFuture<T> found, Duration patience) {
        Future<?> timeout = timer.schedule(
                () -> found.completeExceptionally(new TimeoutException("no connection, or no answer")),
                patience.toNanos(),
                TimeUnit.NANOSECONDS);
        found.whenComplete((answer, failure) -> timeout.cancel(false));
        return found;
    }

    private void back() {
        vainLooks = 0;
        away = false;
        told = true;
        LOG.atInfo().addKeyValue("redis", place()).log("Redis answers, limits are shared");
    }

    private void notThere(Throwable failure) {
        tally.failed();
        if (!told) {
            told = true;
            LOG.atWarn()
                    .addKeyValue("redis", place())
                    .addKeyValue("cause", String.valueOf(failure))
                    .log("no connection to Redis yet, limits are not shared until there is one");
        }
    }

    private String place() {
        return uri.getHost() + ":" + uri.getPort();
    }

    private CompletableFuture<Void> connect() {
        vainLooks = 0;
        Duration patience = told ? RedisAddress.CONNECT_PATIENCE : RedisAddress.FIRST_PATIENCE;
        CompletableFuture<Connected> result = new CompletableFuture<>();
        client.connectAsync(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE), uri)
                .whenComplete((connection, failure) -> {
                    if (failure != null) {
                        result.completeExceptionally(failure);
                        return;
                    }
                    // Nobody waits for it any more if it came too late: there may be another one by now.
                    if (!result.complete(new Connected(connection, buckets(connection)))) {
                        connection.closeAsync();
                    }
                });
        return inTime(result, patience).thenCompose(made -> {
            // Whoever learns that Redis is there finds the connection.
            connected = made;
            return inTime(askTime(made), patience);
        });
    }

    private AsyncProxyManager<String> buckets(StatefulRedisConnection<String, byte[]> connection) {
        return Bucket4jLettuce.casBasedBuilder(connection)
                .clientClock(clock)
                .expirationAfterWrite(ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(AFTER_FULL))
                .build()
                .asAsync();
    }

    /** Closes the connection and ends Lettuce's threads; waits for some seconds at most. */
    @Override
    public void close() {
        looking.cancel(false);
        settingClock.cancel(false);
        client.shutdown(Duration.ZERO, RedisAddress.CONNECT_PATIENCE);
        resources
                .shutdown(0, RedisAddress.CONNECT_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(2 * RedisAddress.CONNECT_PATIENCE.toMillis());
    }
}

package io.sluice.recording;

import io.netty.handler.codec.http.HttpHeaders;
import io.sluice.api.RequestHead;
import io.sluice.chain.ReadingRequest;
import io.sluice.config.RecordConfig;
import io.sluice.failure.LogPace;
import io.sluice.metrics.RecordingMeters;
import io.sluice.tap.HeldBody;
import io.sluice.tap.HeldMemory;
import io.sluice.upstream.LoopCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the requests of one flow in files. Exchanges hand over what they held, and never wait: what has no room is left out and counted. One
 * thread writes. Safe from any thread.
 */
public final class Recorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final int MOST_WAITING = 4_096;
    private static final long BATCH_BYTES = 1 << 20;
    private static final int BATCH = 512;
    private static final Duration FLUSH = Duration.ofMillis(500);
    private static final Duration END = Duration.ofSeconds(5);
    /** After a failure nothing is tried for so long. */
    private static final Duration REST = Duration.ofSeconds(5);

    private final String flow;
    private final RecordConfig config;
    private final RecordingMeters meters;
    private final InstantSource clock;
    private final EvenTime time;
    private final HeldMemory memory;
    private final Set<String> with;
    private final Set<String> without;
    private final ConnectionNames connections;
    private final BlockingQueue<HeldExchange> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private final LogPace failures = new LogPace(Duration.ofMinutes(1));
    private volatile boolean closed;
    private final Thread writer;
    private @Nullable RecordingFile file;
    private long failedAt;
    private boolean failing;

    /**
     * @param meters become the recorder's
     * @param connections names connections
     */
    public Recorder(
            String flow,
            RecordConfig config,
            RecordingMeters meters,
            InstantSource clock,
            ConnectionNames connections) {
        this.flow = flow;
        this.connections = connections;
        this.config = config;
        this.meters = meters;
        this.clock = clock;
        this.time = new EvenTime(clock);
        this.memory = new HeldMemory(config.maxBytes().bytes());
        this.with = lowerCase(config.with());
        this.without = lowerCase(config.without());
        meters.outcomes(Outcome.values());
        meters.gauge("sluice.recording.held.bytes", "bytes held of requests that are not written yet", memory::bytes);
        meters.gauge("sluice.recording.waiting", "requests that wait to be written", waiting::size);
        this.writer =
                Thread.ofPlatform().daemon().name("sluice-recording-" + flow).start(this::write);
    }

    private static Set<String> lowerCase(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    public RecordConfig config() {
        return config;
    }

    /** Draws whether a request may be kept. */
    public boolean draws() {
        return config.share() >= 1 || ThreadLocalRandom.current().nextDouble() < config.share();
    }

    /** Whether such requests are to be kept. */
    boolean wants(RequestHead head) {
        return config.requests().include(ReadingRequest.is(head.method(), head.target()));
    }

    boolean keepsAnswers() {
        return config.answers();
    }

    /** The time of day of a reading of {@link System#nanoTime} that was made just now. */
    Instant time(long reading) {
        return time.of(reading);
    }

    HeldBody newBody() {
        return new HeldBody(memory, config.maxBody().bytes());
    }

    long longest() {
        return config.maxBody().bytes();
    }

    /** Names a connection by the address at its other end, without saying where it comes from. */
    public String connection(InetSocketAddress peer) {
        return connections.of(flow, peer);
    }

    /** The headers that are kept of these. */
    List<RecordedExchange.Field> kept(HttpHeaders headers) {
        HttpHeaders own = headers.copy();
        LoopCluster.withoutIdentity(own);
        List<RecordedExchange.Field> kept = new ArrayList<>();
        for (Map.Entry<String, String> field : own) {
            String name = field.getKey().toLowerCase(Locale.ROOT);
            if ((Secrets.isKept(name) || with.contains(name)) && !without.contains(name)) {
                kept.add(new RecordedExchange.Field(field.getKey(), field.getValue()));
            }
        }
        return kept;
    }

    /** Takes over an exchange that has ended. */
    void offer(HeldExchange exchange) {
        // The writer may have ended between the look and the offer.
        if (closed || !waiting.offer(exchange) || closed && waiting.remove(exchange)) {
            exchange.close();
            leaveOut(Outcome.BUSY);
        }
    }

    void leaveOut(Outcome why) {
        meters.outcome(why, 1);
    }

    // On the writer's thread.

    private void write() {
        List<HeldExchange> batch = new ArrayList<>();
        while (gather(batch)) {
            writeBatch(batch);
            batch.forEach(HeldExchange::close);
            batch.clear();
        }
        closeFile();
    }

    /** Waits for exchanges that are written together; false once the recorder is closed and there are no more. */
    private boolean gather(List<HeldExchange> batch) {
        long ends = System.nanoTime() + FLUSH.toNanos();
        long bytes = 0;
        while (batch.size() < BATCH && bytes < BATCH_BYTES) {
            HeldExchange next = poll(closed ? 0 : ends - System.nanoTime());
            if (next != null) {
                batch.add(next);
                bytes += next.bytes();
            } else if (closed || !batch.isEmpty() || System.nanoTime() - ends >= 0) {
                break;
            }
        }
        return !closed || !batch.isEmpty();
    }

    private @Nullable HeldExchange poll(long nanos) {
        try {
            return waiting.poll(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts the thread; it ends when the recorder is closed.
            return null;
        }
    }

    private void writeBatch(List<HeldExchange> batch) {
        if (batch.isEmpty()) {
            return;
        }
        if (failing && System.nanoTime() - failedAt < REST.toNanos()) {
            meters.outcome(Outcome.FAILED, batch.size());
            return;
        }
        try {
            RecordingFile to = file();
            long before = to.size();
            to.write(batch.stream().map(HeldExchange::whole).toList());
            meters.written(to.size() - before);
            meters.outcome(Outcome.KEPT, batch.size());
            failing = false;
            if (to.size() >= config.rotateAt().bytes()) {
                closeFile();
            }
        } catch (IOException | RuntimeException e) {
            meters.outcome(Outcome.FAILED, batch.size());
            failing = true;
            failedAt = System.nanoTime();
            tell("requests could not be recorded", e);
            closeFile();
        }
    }

    private RecordingFile file() throws IOException {
        RecordingFile open = file;
        if (open == null) {
            open = new RecordingFile(config.directory(), flow, config.keep(), clock.instant());
            file = open;
        }
        return open;
    }

    private void closeFile() {
        RecordingFile open = file;
        file = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                tell("a file of a recording could not be closed", e);
            }
        }
    }

    private void tell(String what, Exception e) {
        long untold = failures.next(System.nanoTime());
        if (untold >= 0) {
            LOG.atWarn()
                    .addKeyValue("flow", flow)
                    .addKeyValue("directory", config.directory())
                    .addKeyValue("unlogged", untold)
                    .setCause(e)
                    .log(what);
        }
    }

    /** Writes what waits, and ends. Blocks for five seconds at most. */
    @Override
    public void close() {
        closed = true;
        try {
            writer.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        meters.close();
    }
}

package io.sluice.mirror;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.RequestHead;
import io.sluice.chain.ReadingRequest;
import io.sluice.config.MirrorConfig;
import io.sluice.metrics.InternalErrors;
import io.sluice.metrics.MirrorMeters;
import io.sluice.tap.HeldBody;
import io.sluice.tap.HeldMemory;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Relay;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What copies the requests of one flow to another cluster, and compares the answers. Safe from any thread. */
public final class Mirror implements AutoCloseable {
    private static final int SHOWN = 50;
    private static final int WAITING_COMPARISONS = 256;

    private final String flow;
    private final MirrorConfig config;
    private final Surroundings around;
    private final HeldMemory memory;
    private final AnswerComparison comparison;
    private final AtomicInteger underWay = new AtomicInteger();
    private final ThreadPoolExecutor comparing;
    private final Deque<Difference> differences = new ArrayDeque<>();

    /**
     * What a mirror is given.
     *
     * @param meters become the mirror's
     */
    public record Surroundings(MirrorMeters meters, InternalErrors errors, InstantSource clock) {}

    /**
     * Where a request is.
     *
     * @param loop the exchange's
     * @param target the other cluster, as that loop uses it
     * @param head of the request, as the filters left it
     * @param shown whether the first cluster is shown credentials that are not the client's own
     * @param onEnd called once on the event loop when nothing more happens for the request
     */
    public record Place(EventLoop loop, LoopCluster target, RequestHead head, boolean shown, Runnable onEnd) {}

    public Mirror(String flow, MirrorConfig config, Surroundings around) {
        this.flow = flow;
        this.config = config;
        this.around = around;
        this.memory = new HeldMemory(config.maxBytes().bytes());
        this.comparison = new AnswerComparison(config.ignore());
        this.comparing = new ThreadPoolExecutor(
                0, 1, 10, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_COMPARISONS), task -> {
                    Thread thread = new Thread(task, "sluice-mirror-" + flow);
                    thread.setDaemon(true);
                    return thread;
                });
        around.meters().outcomes(Outcome.values());
        around.meters().gauge("sluice.mirror.held.bytes", "bytes held of copies and answers", memory::bytes);
        around.meters().gauge("sluice.mirror.sending", "copies that are on their way", underWay::get);
    }

    public String flow() {
        return flow;
    }

    public MirrorConfig config() {
        return config;
    }

    /** Whether a request is to be copied, by the configuration and by lot. */
    public boolean wants(RequestHead head) {
        return config.requests().include(ReadingRequest.is(head.method(), head.target()))
                && (config.share() >= 1 || ThreadLocalRandom.current().nextDouble() < config.share());
    }

    /**
     * A relay that does what another does, and copies it.
     *
     * @param relay not begun yet
     */
    public Relay over(Relay relay, Place place) {
        if (ReadingRequest.isOneOfSeveral(place.head().method(), place.head().target())) {
            dropped(Outcome.HANDLE, place);
            return relay;
        }
        return new MirroredRelay(relay, this, place);
    }

    /** A request that was to be copied goes to the other cluster itself. */
    public void reached() {
        around.meters().outcome(Outcome.REACHED);
    }

    boolean compares() {
        return config.compare();
    }

    HeldBody newBody() {
        return new HeldBody(memory, Long.MAX_VALUE);
    }

    HeldAnswer newAnswer(HttpResponse head) {
        return new HeldAnswer(head, memory);
    }

    /** Sends a copy, which is given away. */
    void send(MirrorRequest.Copy copy, Place place) {
        Outcome instead = null;
        if (copy.body().isLost()) {
            instead = Outcome.MEMORY;
        } else if (underWay.incrementAndGet() > config.concurrency()) {
            underWay.decrementAndGet();
            instead = Outcome.BUSY;
        }
        if (instead == null) {
            new MirrorRequest(this, copy, place).start();
        } else {
            copy.close();
            dropped(instead, place);
        }
    }

    /** A request was not copied. */
    void dropped(Outcome why, Place place) {
        around.meters().outcome(why);
        place.onEnd().run();
    }

    /** Nothing more happens for a copy. */
    void ended(Place place) {
        underWay.decrementAndGet();
        place.onEnd().run();
    }

    void answered(long nanos) {
        around.meters().answered(nanos);
    }

    /** The other cluster gave no answer. */
    void failed(Place place, String reason) {
        around.meters().outcome(Outcome.FAILED);
        note(place.head(), 0, 0, List.of(reason));
    }

    void report(Throwable thrown) {
        around.errors().report("a copy of flow " + flow, thrown);
    }

    /** Compares two answers, later and elsewhere. They are given away, and count as held until then. */
    void compare(Place place, HeldAnswer first, HeldAnswer second) {
        if (!config.compare()) {
            notCompared(Outcome.UNCOMPARED, first, second);
            return;
        }
        RequestHead head = place.head();
        try {
            comparing.execute(() -> compareNow(head, first, second));
        } catch (RejectedExecutionException e) {
            notCompared(Outcome.INCOMPARABLE, first, second);
        }
    }

    private void notCompared(Outcome why, HeldAnswer first, HeldAnswer second) {
        first.close();
        second.close();
        around.meters().outcome(why);
    }

    // Whatever happens, the copy has an outcome.
    private void compareNow(RequestHead head, HeldAnswer held, HeldAnswer other) {
        Outcome outcome = Outcome.INCOMPARABLE;
        try (held;
                other) {
            WholeAnswer first = held.whole();
            WholeAnswer second = other.whole();
            AnswerComparison.Result result = comparison.compare(first, second);
            outcome = result.outcome();
            around.meters().items(result.alike(), result.unlike());
            if (outcome == Outcome.DIFFERENT) {
                note(head, first.status(), second.status(), result.what());
            }
        } catch (RuntimeException | Error e) {
            report(e);
        } finally {
            around.meters().outcome(outcome);
        }
    }

    private void note(RequestHead head, int first, int second, List<String> what) {
        Difference difference = new Difference(
                around.clock().instant(), head.method(), head.target().rawPath(), first, second, what);
        synchronized (differences) {
            if (differences.size() == SHOWN) {
                differences.removeFirst();
            }
            differences.addLast(difference);
        }
    }

    /** The last requests that were answered differently, the newest last. */
    public List<Difference> differences() {
        synchronized (differences) {
            return List.copyOf(differences);
        }
    }

    /** Ends the comparisons; what still waits is compared first. */
    @Override
    public void close() {
        comparing.shutdown();
        around.meters().close();
    }
}

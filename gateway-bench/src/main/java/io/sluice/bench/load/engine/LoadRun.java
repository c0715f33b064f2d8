package io.sluice.bench.load.engine;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.sluice.bench.load.request.RequestSource;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.Recorder;
import io.sluice.bench.load.result.StubUse;
import io.sluice.bench.load.scenario.Scenario;
import io.sluice.bench.net.ProcessCpu;
import io.sluice.bench.net.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs a scenario against a target. */
public final class LoadRun implements AutoCloseable {
    private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EventLoopGroup loops;
    private final LoadOptions options;
    private final Scenario scenario;
    private final RequestSource source;
    private final @Nullable StubProbe stub;

    /** What a running load reports every second. */
    public record Progress(double seconds, long requests, long failures, long documents) {}

    /** Prepares a run whose target is not asked what it used. */
    public LoadRun(Scenario scenario, RequestSource source, LoadOptions options) {
        this(scenario, source, options, null);
    }

    /**
     * Prepares a run; nothing is sent yet. The source stays the caller's, and may serve one run after another.
     *
     * @param stub asked at both ends of the measured time; null if the target is no stub
     */
    public LoadRun(Scenario scenario, RequestSource source, LoadOptions options, @Nullable StubProbe stub) {
        this.stub = stub;
        this.scenario = scenario;
        this.source = source;
        this.options = options;
        this.loops = Transport.best().loops(options.threads(), "load");
    }

    /** Drives the load to its end; blocks, and reports to {@code progress} every second of the measured time. */
    public LoadResult run(Consumer<Progress> progress) throws InterruptedException {
        return run(progress, () -> {});
    }

    /**
     * Drives the load to its end; blocks.
     *
     * @param atEdges called when the measured time begins and when it ends, while the load continues
     */
    public LoadResult run(Consumer<Progress> progress, Runnable atEdges) throws InterruptedException {
        RunClock clock = new RunClock(options);
        List<LoadLoop> running = start(clock);
        clock.awaitWarm();
        if (stub != null) {
            stub.begin();
        }
        atEdges.run();
        double cpuBefore = ProcessCpu.ownSeconds();
        while (!clock.awaitEnd(PROGRESS_NANOS)) {
            progress.accept(
                    new Progress(clock.measuredSeconds(), clock.requests(), clock.failures(), clock.documents()));
        }
        double seconds = clock.measuredSeconds();
        double cpu = ProcessCpu.ownSeconds() - cpuBefore;
        atEdges.run();
        StubUse used = stub == null ? null : stub.end();
        Recorder all = new Recorder();
        for (LoadLoop loop : running) {
            all.add(loop.stop());
        }
        return new LoadResult(scenario.name(), LoadSettings.of(scenario, options), seconds, cpu, used, all);
    }

    @Override
    public void close() {
        Transport.stop(loops);
    }

    private List<LoadLoop> start(RunClock clock) {
        Bootstrap common = new Bootstrap()
                .channel(Transport.best().channel())
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        options.timeout().toMillis());
        List<Bootstrap> targets = options.targets().stream()
                .map(target -> common.clone().remoteAddress(target))
                .toList();
        SplittableRandom seeds = new SplittableRandom(scenario.seed() + 1);
        List<LoadLoop> running = new ArrayList<>();
        int threads = options.threads();
        for (int i = 0; i < threads; i++) {
            EventLoop loop = loops.next();
            Arrivals arrivals = options.arrivals();
            ArrivalClock share = arrivals == null ? null : new ArrivalClock(arrivals, i, threads, seeds.split());
            LoadLoop one = new LoadLoop(loop, options, source, clock, share);
            running.add(one);
            one.start(targets, i, options.connections() / threads + (i < options.connections() % threads ? 1 : 0));
        }
        return running;
    }
}

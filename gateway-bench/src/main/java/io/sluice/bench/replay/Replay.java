package io.sluice.bench.replay;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.net.Addresses;
import io.sluice.bench.net.ProcessCpu;
import io.sluice.bench.net.Transport;
import io.sluice.mirror.AnswerComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Sends a recording again. For one run. */
public final class Replay {
    private static final long PROGRESS_MILLIS = 1_000;

    private final ReplayPlan plan;
    private final List<String> ignore;

    /** @param ignore members of answers that are not compared, beside those that differ by nature */
    public Replay(ReplayPlan plan, List<String> ignore) {
        this.plan = plan;
        this.ignore = List.copyOf(ignore);
    }

    /** Runs to the end. Blocks; reports each second how many requests have ended. */
    public ReplayResult run(LongConsumer progress) throws InterruptedException {
        EventLoopGroup loops = Transport.best().loops(1, "replay");
        ReplayDifferences differences = new ReplayDifferences(new AnswerComparison(ignore)::compare);
        try (ReplaySource source = new ReplaySource(plan)) {
            ReplayLoop loop = new ReplayLoop(loops.next(), plan, source, differences);
            long began = System.nanoTime();
            double cpuBefore = ProcessCpu.ownSeconds();
            loop.start(target());
            while (!loop.await(PROGRESS_MILLIS)) {
                progress.accept(loop.ended());
            }
            double seconds = Math.max(1, System.nanoTime() - began) / 1e9;
            double cpu = ProcessCpu.ownSeconds() - cpuBefore;
            differences.finish();
            LoadResult load = new LoadResult("replay", settings(), seconds, cpu, null, loop.recorder());
            return new ReplayResult(
                    load, differences, source.handles(), source.odd(), source.late(), source.problems());
        } finally {
            Transport.stop(loops);
        }
    }

    private Bootstrap target() {
        return new Bootstrap()
                .channel(Transport.best().channel())
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        Math.toIntExact(plan.timeout().toMillis()))
                .remoteAddress(plan.target());
    }

    private LoadResult.Settings settings() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("files", plan.files().toString());
        all.put("target", Addresses.text(plan.target()));
        all.put("speed", plan.speed() == 0 ? "max" : Double.toString(plan.speed()));
        all.put("tenants", plan.tenants().toString());
        all.put("connections", Integer.toString(plan.connections()));
        return new LoadResult.Settings(plan.connections(), 1, all);
    }
}

package io.sluice.bench.jmh;

import io.sluice.bulk.hash.HashRange;
import io.sluice.bulk.hash.TargetedIds;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** What drawing an id costs that belongs to one of many shards. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TargetedIdsBenchmark extends BenchmarkBase {

    @Param({"1", "3", "30"})
    private int shards;

    private HashRange wanted = HashRange.of(1, 0, 1);
    private final TargetedIds ids = new TargetedIds(new SecureRandom());

    @Setup
    public void prepare() {
        wanted = HashRange.of(960, 0, 960 / shards);
    }

    /** Draws one for the first shard. */
    @Benchmark
    public byte[] draw() {
        return ids.draw(wanted);
    }
}

package io.sluice.bench.jmh;

import io.sluice.bench.net.ProcessCpu;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * The CPU time of the whole process an operation, compiler and collector included: what a benchmark costs on a machine that others
 * use, too, where the time on the clock says little.
 */
public final class CpuProfiler implements InternalProfiler {
    private double before;

    @Override
    public String getDescription() {
        return "CPU time of the process";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = ProcessCpu.ownSeconds();
    }

    @Override
    public Collection<ScalarResult> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanoseconds = (ProcessCpu.ownSeconds() - before) * 1e9;
        long operations = Math.max(1, result.getMetadata().getAllOps());
        return List.of(new ScalarResult("cpu.norm", nanoseconds / operations, "ns/op", AggregationPolicy.AVG));
    }
}

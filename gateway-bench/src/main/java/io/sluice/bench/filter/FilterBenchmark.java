package io.sluice.bench.filter;

import io.sluice.bench.jmh.BenchmarkBase;
import io.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** The user's request through the user's configuration. Run by {@link FilterCost} only, which says which. */
public class FilterBenchmark extends BenchmarkBase {
    private static final BodyOpening NOTHING = new BodyOpening(0);

    /** File with the {@link FilterCall}. */
    @Param("")
    String call;

    private CalledFlow flow;
    private Class<? extends Passage> expected;

    @Setup
    public void open() throws ConfigException, IOException {
        flow = CalledFlow.open(FilterCall.read(Path.of(call)));
        expected = flow.run(NOTHING).getClass();
    }

    @TearDown
    public void close() {
        flow.close();
    }

    /** One request, from its head to its end. */
    @Benchmark
    public Passage request() {
        Passage passage = flow.run(NOTHING);
        if (!expected.isInstance(passage)) {
            throw new IllegalStateException("the filters do not treat every request alike: " + passage.text());
        }
        return passage;
    }
}

package io.sluice.bench.compare.clients;

import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.jmh.BenchmarkBase;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/** One operation of one style; see {@link StyleCost}. */
public class ClientStyleBenchmark extends BenchmarkBase {
    @Param({"typed", "streaming", "tree", "tokenizer", "shown"})
    String style;

    @Param
    Operation operation;

    private Callable<Object> call;

    @Setup
    public void prepare() throws IOException {
        call = operation.of(SearchStyle.Kind.parse(style));
    }

    /** The query's bytes, or the page. */
    @Benchmark
    public Object operation() throws Exception {
        return call.call();
    }
}

package io.sluice.bench.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How every benchmark here is run: average time in nanoseconds, three forks, five iterations of a second after five to
 * warm up, on a fixed heap. A benchmark extends it and adds nothing of the sort.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 3,
        jvmArgsAppend = {
            "-Xms512m",
            "-Xmx512m",
            "-XX:+UseG1GC",
            "-XX:MaxDirectMemorySize=256m",
            "--enable-native-access=ALL-UNNAMED"
        })
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class BenchmarkBase {}

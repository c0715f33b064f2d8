package io.sluice.bench.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchmarkComparisonTest {
    @TempDir
    private Path directory;

    @Test
    void tellsAChangeFromNoise() throws IOException {
        List<Path> before = files("a", 100, 104, 98, 101, 99, 103);
        List<Path> slower = files("b", 111, 115, 107, 112, 109, 113);
        List<Path> same = files("c", 101, 103, 97, 102, 99.5, 102);

        BenchmarkComparison.Change change =
                BenchmarkComparison.of(before, slower).get(0);
        assertThat(change.benchmark()).isEqualTo("io.sluice.Some.time");
        assertThat(change.ratio().median()).isBetween(1.09, 1.11);
        assertThat(change.real()).isTrue();
        assertThat(BenchmarkComparison.of(before, same).get(0).real()).isFalse();
    }

    @Test
    void comparesAllocationOfItsOwn() throws IOException {
        List<BenchmarkComparison.Change> changes =
                BenchmarkComparison.of(files("a", 1, 1, 1, 1, 1, 1), files("b", 1, 1, 1, 1, 1, 1));

        assertThat(changes)
                .extracting(BenchmarkComparison.Change::benchmark)
                .contains("io.sluice.Some.time allocation");
    }

    @Test
    void callsNothingRealFromTooFewRounds() throws IOException {
        assertThat(BenchmarkComparison.of(files("a", 1, 1), files("b", 9, 9))
                        .get(0)
                        .real())
                .isFalse();
        assertThatThrownBy(() -> BenchmarkComparison.of(files("a", 1), files("b", 1, 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private List<Path> files(String build, double... scores) throws IOException {
        List<Path> files = new ArrayList<>();
        for (double score : scores) {
            String result = """
                    {"results":[{"benchmark":"io.sluice.Some.time","primaryMetric":{"score":%s,"scoreUnit":"ns/op"},
                     "secondaryMetrics":{"gc.alloc.rate.norm":{"score":48,"scoreUnit":"B/op"}}}]}
                    """.formatted(score);
            files.add(Files.writeString(directory.resolve(build + files.size() + ".json"), result));
        }
        return files;
    }
}

package io.sluice.bench.compare.collectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CollectorTest {
    @TempDir
    private Path directory;

    @Test
    void isThereInAJdkThatHasIt() throws Exception {
        assertThat(Collector.SERIAL.missing(Path.of(System.getProperty("java.home"))))
                .isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysInTheJdksWordsWhyItIsMissing() throws Exception {
        Path java = Files.createDirectories(directory.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho 'Error: Option -XX:+UseShenandoahGC not supported' >&2\nexit 1\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));

        assertThat(Collector.SHENANDOAH.missing(directory))
                .contains("Error: Option -XX:+UseShenandoahGC not supported");
    }

    @ParameterizedTest
    @EnumSource
    void hasANameOfItsOwn(Collector collector) {
        assertThat(Collector.parse(collector.label())).isEqualTo(collector);
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThatThrownBy(() -> Collector.parse("epsilon")).hasMessageContaining("shenandoah, got 'epsilon'");
        assertThatThrownBy(() -> Work.parse("idle")).hasMessageContaining("got 'idle'");
    }

    @ParameterizedTest
    @EnumSource
    void hasRequestsForEveryWork(Work work) {
        assertThat(work.load().requests()).hasSize(1);
        assertThat(work.gateway()).contains("${LISTEN}", "${ADMIN}", "relay:").doesNotContain("${FLOW}");
    }

    @Test
    void readsHowMuchOfFilesIsInMemory() {
        assertThat(PageCache.share("  4096 8192\n 0 8192 \n")).isEqualTo(OptionalDouble.of(0.25));
        assertThat(PageCache.share("")).isEmpty();
    }

    @Test
    void readsHeapsAsTheJvmDoes() {
        assertThat(CollectorCharts.megabytes("64m")).isEqualTo(64);
        assertThat(CollectorCharts.megabytes("2G")).isEqualTo(2048);
        assertThatThrownBy(() -> CollectorCharts.megabytes("2x")).hasMessageContaining("got '2x'");
    }
}

package io.sluice.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadCpuTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GC Thread#0",
                "G1 Conc#0",
                "G1 Main Marker",
                "ZWorkerYoung#0",
                "ZDriverMinor",
                "Shenandoah GC T",
                "ShenUncommit",
                "VM Thread"
            })
    void knowsACollectorsThreadByItsName(String name) {
        assertThat(ThreadCpu.isCollector(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"java", "main", "Zookeeper", "http-1", "VM Periodic Tas", "C2 CompilerThre"})
    void takesNoOtherThreadForACollectors(String name) {
        assertThat(ThreadCpu.isCollector(name)).isFalse();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void countsWhatACollectionTakes() {
        long self = ProcessHandle.current().pid();
        ThreadCpu before = ThreadCpu.of(self);

        System.gc();

        assertThat(ThreadCpu.of(self).since(before).collector()).isPositive();
    }

    @Test
    void knowsNothingOfAProcessThatIsGone() {
        assertThat(ThreadCpu.of(Integer.MAX_VALUE)).isEqualTo(new ThreadCpu(0, 0));
    }
}

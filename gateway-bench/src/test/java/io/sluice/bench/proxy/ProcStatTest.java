package io.sluice.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcStatTest {
    @Test
    void readsPastACommandWithSpacesAndBrackets() {
        ProcStat stat = ProcStat.parse("4242 (a (b) c) S 1 4242 4242 0 -1 4194304 900 0 0 0 1234 567 0 0 20 0 17 0 99 "
                + "123456789 2048 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0\n");

        assertThat(stat.cpuSeconds()).isEqualTo(18.01);
        assertThat(stat.residentBytes()).isEqualTo(2048L * 4096);
        assertThat(stat.threads()).isEqualTo(17);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void readsTheRunningProcess() {
        ProcStat stat = ProcStat.ofTree(ProcessHandle.current());

        assertThat(stat.cpuSeconds()).isPositive();
        assertThat(stat.residentBytes()).isGreaterThan(1 << 20);
        assertThat(stat.threads()).isPositive();
    }
}

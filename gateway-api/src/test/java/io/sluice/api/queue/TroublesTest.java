package io.sluice.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TroublesTest {

    private final Troubles troubles = new Troubles();

    @Test
    void isNewsOnceForAllPartsThatFailAlike() {
        assertThat(troubles.note("lane 1", "no file")).isTrue();
        assertThat(troubles.note("lane 1", "no file")).isFalse();
        assertThat(troubles.note("lane 2", "no file")).isFalse();
        assertThat(troubles.note("lane 2", "no disk")).isTrue();
    }

    @Test
    void lastsUntilEachPartWorksAgain() {
        troubles.note("lane 1", "no file");
        troubles.note("lane 2", "no disk");

        assertThat(troubles.over("lane 1")).isTrue();
        assertThat(troubles.over("lane 1")).isFalse();
        assertThat(troubles.some()).isEqualTo("no disk");
        troubles.over("lane 2");
        assertThat(troubles.some()).isNull();
    }
}

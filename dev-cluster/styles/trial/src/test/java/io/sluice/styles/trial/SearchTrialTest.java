package io.sluice.styles.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SearchTrialTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void chargesASearchWithTheTimeItWaitedForTheOneBefore() throws Exception {
        // Given a thousand searches a second, the first of which takes 5 ms
        RecordingStyle style = new RecordingStyle(5 * MILLISECOND);
        // When
        Histogram latency = run(style, new SearchTrial("noop", 1000, 0, 10));
        // Then those due after 1, 2, 3 and 4 ms are late by 4, 3, 2 and 1
        assertThat(latency.getTotalCount()).isEqualTo(10);
        assertThat(latency.getMaxValue() / MILLISECOND).isEqualTo(5);
        assertThat(latency.getCountBetweenValues(MILLISECOND / 2, Long.MAX_VALUE))
                .isEqualTo(5);
    }

    @Test
    void measuresTheServiceTimeAloneWhereThereIsNoTargetThroughput() throws Exception {
        RecordingStyle style = new RecordingStyle(5 * MILLISECOND, MILLISECOND);

        Histogram latency = run(style, new SearchTrial("noop", 0, 0, 2));

        assertThat(Math.round(latency.getMinNonZeroValue() / (double) MILLISECOND))
                .isEqualTo(1);
        assertThat(latency.getMaxValue() / MILLISECOND).isEqualTo(5);
    }

    @Test
    void doesNotCountTheWarmUp() throws Exception {
        RecordingStyle style = new RecordingStyle(20 * MILLISECOND);

        Histogram latency = run(style, new SearchTrial("noop", 1000, 10, 20));

        assertThat(style.phrases).hasSize(30);
        assertThat(latency.getTotalCount()).isEqualTo(20);
        assertThat(latency.getMaxValue()).isLessThan(MILLISECOND);
    }

    @Test
    void endsEarlyWhenTheServerIsMuchTooSlow() throws Exception {
        // Given ten searches that should take 10 ms together and take 10 ms each
        long[] slow = new long[10];
        Arrays.fill(slow, 10 * MILLISECOND);
        // When
        Histogram latency = run(new RecordingStyle(slow), new SearchTrial("noop", 1000, 0, 10));
        // Then it stops after three times the time
        assertThat(latency.getTotalCount()).isEqualTo(3);
    }

    private static Histogram run(RecordingStyle style, SearchTrial trial) throws Exception {
        Corpus corpus = new Corpus(List.of("{\"name\":\"Zürich\"}", "{\"name\":\"Bern\"}"));
        return trial.run(style, corpus, () -> {}, style.clock()).latency();
    }
}

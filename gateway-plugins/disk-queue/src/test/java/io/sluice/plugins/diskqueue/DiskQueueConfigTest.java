package io.sluice.plugins.diskqueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ByteSize;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskQueueConfigTest {

    private static DiskQueueConfig config(int lanes, String max, String segment, String waiting, long interval) {
        return new DiskQueueConfig(
                Path.of("queues"),
                lanes,
                ByteSize.parse(max),
                new ByteSize(0),
                ByteSize.parse(segment),
                ByteSize.parse(waiting),
                Duration.ofMillis(interval),
                OnDamage.FAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1GiB, 1MiB, 1MiB, 1000, lanes must be 1 to 1024",
        "1025, 1GiB, 1MiB, 1MiB, 1000, lanes must be 1 to 1024",
        "64, 1GiB, 65535, 1MiB, 1000, segmentBytes must be 64KiB to 1GiB",
        "64, 9GiB, 2GiB, 1MiB, 1000, segmentBytes must be 64KiB to 1GiB",
        "64, 3MiB, 1MiB, 1MiB, 1000, maxBytes must be at least 4 times segmentBytes",
        "64, 4MiB, 1MiB, 0, 1000, maxWaiting must be at least 1B",
        "64, 4MiB, 1MiB, 1MiB, 9, doneInterval must be 10ms to 1m",
        "64, 4MiB, 1MiB, 1MiB, 60001, doneInterval must be 10ms to 1m"
    })
    void refusesWhatCannotWork(int lanes, String max, String segment, String waiting, long interval, String why) {
        assertThatThrownBy(() -> config(lanes, max, segment, waiting, interval)).hasMessage(why);
    }

    @ParameterizedTest
    @CsvSource({"1, 256KiB, 64KiB, 1, 10", "1024, 4GiB, 1GiB, 1GiB, 60000"})
    void takesTheLimitsThemselves(int lanes, String max, String segment, String waiting, long interval) {
        assertThatCode(() -> config(lanes, max, segment, waiting, interval)).doesNotThrowAnyException();
        assertThat(config(lanes, max, segment, waiting, interval).maxRecordBytes())
                .isPositive();
    }
}

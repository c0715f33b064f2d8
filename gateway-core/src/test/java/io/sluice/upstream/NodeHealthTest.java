package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.read.ListAppender;
import io.sluice.config.HealthConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class NodeHealthTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Map<String, String> PLACE = Map.of("node", "127.0.0.1:9200");

    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Logger log = (Logger) LoggerFactory.getLogger(NodeHealth.class);
    private int asked;
    private final NodeHealth health =
            new NodeHealth(new HealthConfig(3, HOUR, Duration.ofHours(8), Duration.ofSeconds(5)), PLACE, () -> asked++);

    @BeforeEach
    void listen() {
        log.setLevel(Level.INFO);
        log.setAdditive(false);
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        log.detachAppender(lines);
        log.setAdditive(true);
        log.setLevel(null);
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            health.failed(System.nanoTime());
        }
    }

    private long minutesLeft() {
        return Duration.ofNanos(health.ejectedUntil() - System.nanoTime()).toMinutes();
    }

    @Test
    void toleratesFewerFailuresInARow() {
        fail(2);
        health.succeeded();
        fail(2);
        assertThat(health.available()).isTrue();
        assertThat(health.ejected()).isFalse();
    }

    @Test
    void leavesOutTheNodeAfterFailuresInARow() {
        fail(3);
        assertThat(health.available()).isFalse();
        assertThat(minutesLeft()).isBetween(58L, 60L);
    }

    private void breakOff(int times) {
        for (int i = 0; i < times; i++) {
            health.broke();
        }
    }

    @Test
    void asksANodeThatConnectionsBreakToOnceBeforeItIsLeftOut() {
        breakOff(2);
        assertThat(asked).isZero();
        breakOff(20);
        assertThat(asked).isOne();
        assertThat(health.available()).isTrue();

        health.failed(System.nanoTime());
        assertThat(health.ejected()).isTrue();
        assertThat(health.failuresInARow()).isEqualTo(22);
    }

    @Test
    void aNodeThatAnswersTheProbeIsNotLeftOut() {
        for (int i = 0; i < 10; i++) {
            breakOff(3);
            assertThat(asked).isEqualTo(i + 1);
            health.succeeded();
        }
        assertThat(health.ejected()).isFalse();
        assertThat(lines.list).isEmpty();
    }

    @Test
    void aNodeThatCouldNotBeAskedIsAskedAtTheNextFailure() {
        breakOff(3);
        health.unasked();
        breakOff(1);
        assertThat(asked).isEqualTo(2);
        assertThat(health.ejected()).isFalse();
    }

    @Test
    void aBreakAfterTheReturnDoublesTheTimeIfTheProbeFailsToo() {
        breakOff(3);
        health.failed(System.nanoTime());
        assertThat(minutesLeft()).isBetween(58L, 60L);
        breakOff(1);
        health.failed(System.nanoTime());
        assertThat(minutesLeft()).isBetween(118L, 120L);
    }

    @Test
    void doublesTheTimeWithEveryFurtherFailureUpToTheLongest() {
        fail(4);
        assertThat(minutesLeft()).isBetween(118L, 120L);
        fail(100);
        assertThat(minutesLeft()).isBetween(478L, 480L);
    }

    /** A node that is down fails all that is on its way to it, each in its own time. */
    @Test
    void whatBeganBeforeTheNodeWasLeftOutDoesNotLengthenTheTime() {
        long before = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            health.failed(before);
        }
        assertThat(minutesLeft()).isBetween(58L, 60L);
        assertThat(health.failuresInARow()).isEqualTo(100);

        fail(1);
        assertThat(minutesLeft()).isBetween(118L, 120L);
    }

    @Test
    void whatBeganBeforeTheNodeWasLeftOutAndFailsOnceItIsBackLeavesItOutForTheSameTime() {
        Duration milli = Duration.ofMillis(1);
        NodeHealth shortly =
                new NodeHealth(new HealthConfig(1, milli, HOUR, Duration.ofSeconds(5)), PLACE, () -> asked++);
        long before = System.nanoTime();
        for (int i = 0; i < 25; i++) {
            shortly.failed(before);
            assertThat(shortly.ejectedUntil() - System.nanoTime()).isLessThanOrEqualTo(milli.toNanos());
            while (!shortly.available()) {
                Thread.onSpinWait();
            }
        }
        assertThat(shortly.ejected()).isTrue();
    }

    @Test
    void logsOnceThatANodeIsLeftOutAndOnceThatItIsBack() {
        fail(50);
        health.succeeded();
        health.succeeded();

        assertThat(lines.list)
                .extracting(line -> line.getLevel() + " " + line.getMessage())
                .containsExactly("WARN the node fails and is left out", "INFO the node answers and is taken back");
        assertThat(lines.list)
                .allSatisfy(line -> assertThat(line.getKeyValuePairs())
                        .extracting(pair -> pair.key + "=" + pair.value)
                        .contains("node=127.0.0.1:9200"));
    }

    /** A log that hangs keeps one thread, and not all that use the node. */
    @Test
    void isNotLockedWhileALineIsWritten() {
        List<Boolean> locked = new ArrayList<>();
        AppenderBase<ILoggingEvent> looking = new AppenderBase<>() {
            @Override
            protected void append(ILoggingEvent line) {
                locked.add(Thread.holdsLock(health));
            }
        };
        looking.start();
        log.addAppender(looking);
        try {
            fail(3);
            health.succeeded();
        } finally {
            log.detachAppender(looking);
        }

        assertThat(locked).containsExactly(false, false);
    }

    @Test
    void doesNotFillTheLogWithANodeThatComesAndGoes() {
        for (int i = 0; i < 100_000; i++) {
            fail(3);
            health.succeeded();
        }

        // Two lines a second, and the loop may take some seconds on a busy machine.
        assertThat(lines.list).hasSizeBetween(2, 1000);
    }

    @Test
    void takesTheNodeBackWithTheFirstSuccess() {
        fail(50);
        health.succeeded();
        assertThat(health.available()).isTrue();
        assertThat(health.failuresInARow()).isZero();
    }
}

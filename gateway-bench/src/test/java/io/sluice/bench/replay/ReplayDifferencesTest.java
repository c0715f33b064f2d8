package io.sluice.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.load.result.LoadResult;
import io.sluice.bench.load.result.Recorder;
import io.sluice.mirror.AnswerComparison;
import io.sluice.mirror.WholeAnswer;
import io.sluice.recording.RecordedExchange;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ReplayDifferencesTest {
    private static final AnswerComparison COMPARISON = new AnswerComparison(List.of());
    private static final RecordedExchange EXCHANGE =
            new RecordedExchange(Instant.EPOCH, 1, "a", null, "GET", "/", List.of(), new byte[0], 200, null);

    private static WholeAnswer answer(String body) {
        return new WholeAnswer(200, "", body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void comparesEveryBodyHoweverLongThatTakes() {
        CountDownLatch goOn = new CountDownLatch(1);
        ReplayDifferences differences = new ReplayDifferences((before, now) -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return COMPARISON.compare(before, now);
        });
        assertThat(differences.isFull()).isFalse();

        for (int i = 0; i < 300; i++) {
            differences.body(EXCHANGE, answer("{\"n\":1}"), answer(i == 299 ? "{\"n\":2}" : "{\"n\":1}"));
        }

        assertThat(differences.isFull()).isTrue();
        goOn.countDown();
        differences.finish();
        assertThat(differences.bodies()).isEqualTo(new ReplayDifferences.Bodies(299, 1, 0));
    }

    @Test
    void isNotTheSameWhereABodyCannotBeCompared() {
        ReplayDifferences differences = new ReplayDifferences(COMPARISON::compare);
        differences.body(EXCHANGE, answer("{}"), new WholeAnswer(200, "", null));
        differences.finish();
        LoadResult load = new LoadResult("replay", new LoadResult.Settings(1, 1, Map.of()), 1, 1, null, new Recorder());

        ReplayResult result = new ReplayResult(load, differences, 0, 0, 0, List.of());

        assertThat(result.isSame()).isFalse();
        assertThat(result.comparison()).contains("1 not compared");
    }
}

package io.sluice.filters.tenant.answer;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.match.Glob;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

class AnswerPatternTest {

    /** The measure tries all ways to lay the pattern over the path. */
    @Test
    void coversWhatAnyWayToLayItCovers() {
        Random random = new Random(5);
        for (int run = 0; run < 100_000; run++) {
            List<String> segments = drawn(random, List.of("a", "b", "*", "a*", "**"), 5);
            List<String> path = drawn(random, List.of("a", "b", "ab"), 7);
            AnswerPattern pattern = Objects.requireNonNull(AnswerPattern.parse(String.join(".", segments)));

            assertThat(pattern.covers(path)).as("%s %s", segments, path).isEqualTo(covers(segments, path));
        }
    }

    private static boolean covers(List<String> segments, List<String> path) {
        if (segments.isEmpty() || path.isEmpty()) {
            return segments.isEmpty();
        }
        List<String> rest = segments.subList(1, segments.size());
        return segments.getFirst().equals("**")
                ? IntStream.rangeClosed(1, path.size()).anyMatch(i -> covers(rest, path.subList(i, path.size())))
                : Glob.matches(segments.getFirst(), path.getFirst()) && covers(rest, path.subList(1, path.size()));
    }

    private static List<String> drawn(Random random, List<String> from, int most) {
        return IntStream.rangeClosed(0, random.nextInt(most))
                .mapToObj(i -> from.get(random.nextInt(from.size())))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** To go through all of them for each value would take hours. */
    @Test
    void standsOnceHoweverOftenItIsWritten() {
        String paths = String.join(",", Collections.nCopies(200_000, "a\\.b")) + ",-hits.x".repeat(200_000)
                + ",hits.hits._score";
        DocumentSigns signs = Objects.requireNonNull(DocumentSigns.of(AnswerKind.SEARCH, paths, false));
        List<String> path = List.of("hits", "hits", "_score");

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
            for (int i = 0; i < 200_000; i++) {
                assertThat(signs.isWanted(path)).isTrue();
                assertThat(signs.isShownEmpty(path)).isTrue();
            }
        });
        assertThat(signs.sent()).startsWith("a\\.b,").hasSizeLessThan(100);
    }
}

package io.sluice.bulk.retry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.bulk.answer.Answers;
import io.sluice.bulk.answer.FailedItems;
import io.sluice.bulk.answer.ItemFailure;
import io.sluice.bulk.answer.ItemSource;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.line.SentBuffers;
import io.sluice.bulk.line.SentItems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryScanTest {

    private static final String BUSY = "es_rejected_execution_exception";

    private final List<String> lines = new ArrayList<>();
    private final List<String> results = new ArrayList<>();

    private void stored(String index, @Nullable String id) {
        lines.add(line(index, id));
        results.add(Answers.stored("" + results.size()));
    }

    private void failed(String index, @Nullable String id, int status, String type) {
        lines.add(line(index, id));
        results.add(Answers.failed("" + results.size(), status, type));
    }

    private void busy(String index, @Nullable String id) {
        failed(index, id, 429, BUSY);
    }

    private static String line(String index, @Nullable String id) {
        return "{\"index\":{\"_index\":\"" + index + "\"" + (id == null ? "" : ",\"_id\":\"" + id + "\"")
                + "}}\n{\"x\":\"" + id + index + "\"}\n";
    }

    /** The items to be sent again; checks that the body is theirs. */
    private int[] numbers() {
        SentItems sent = SentBuffers.of(String.join("", lines), new Random(1));
        try (SubAnswer answer = Answers.feed(new SubAnswer(results.size()), Answers.of(true, results));
                RetryPlan plan = RetryScan.of(sent, answer, PooledByteBufAllocator.DEFAULT)) {
            int[] numbers = new int[plan.count()];
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = plan.number(i);
                body.append(lines.get(numbers[i]));
            }
            assertThat(plan.isEmpty()).isEqualTo(numbers.length == 0);
            assertThat(SentBuffers.text(plan.takeBody())).isEqualTo(body.toString());
            assertThat(answer.ready()).isEqualTo(results.size());
            return numbers;
        } finally {
            SentBuffers.release(sent);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"es_rejected_execution_exception", "rejected_execution_exception", "circuit_breaking_exception"})
    void sendsAgainWhatTheServerWasTooBusyFor(String type) {
        stored("a", "1");
        failed("a", "2", 429, type);
        stored("a", "3");
        failed("a", "4", 429, type);
        assertThat(numbers()).containsExactly(1, 3);
    }

    @Test
    void leavesEveryOtherFailureAlone() {
        failed("a", "1", 429, "cluster_block_exception");
        failed("a", "2", 503, BUSY);
        failed("a", "3", 409, "version_conflict_engine_exception");
        lines.add(line("a", "4"));
        results.add(
                "{\"index\":{\"error\":{\"type\":\"x\",\"caused_by\":{\"type\":\"" + BUSY + "\"}},\"status\":429}}");
        lines.add(line("a", "5"));
        results.add("{\"index\":{\"status\":429,\"get\":{\"type\":\"" + BUSY + "\"}}}");
        assertThat(numbers()).isEmpty();
    }

    @Test
    void doesNotSendAgainWhatALaterOperationOfTheDocumentFollowed() {
        busy("a", "1");
        busy("b", "4");
        busy("a", "2");
        stored("a", "1");
        failed("a", "2", 404, "document_missing_exception");
        busy("a", "2");
        assertThat(numbers()).containsExactly(1, 5);
    }

    @Test
    void sendsAllOperationsOfADocumentAgainInTheirOrder() {
        stored("a", "1");
        busy("a", "1");
        busy("a", "1");
        assertThat(numbers()).containsExactly(1, 2);
    }

    @Test
    void alwaysSendsItemsWithoutIdAgain() {
        busy("a", null);
        stored("a", null);
        busy("a", null);
        assertThat(numbers()).containsExactly(0, 2);
    }

    @Test
    void takesEqualIdsForOneDocumentWhateverTheirIndexIsCalled() {
        busy("a", "1");
        busy("a", "2");
        stored("alias", "1");
        stored("b", "3");
        assertThat(numbers()).containsExactly(1);
    }

    @Test
    void sendsNothingAgainThatWasNotKeptWhole() {
        busy("a", "1");
        busy("a", "2");
        busy("a", "3");
        String text = String.join("", lines);
        for (int length = 0; length < text.length(); length++) {
            SentItems sent = SentBuffers.of(text.substring(0, length), new Random(length));
            try (SubAnswer answer = Answers.feed(new SubAnswer(3), Answers.of(true, results));
                    RetryPlan plan = RetryScan.of(sent, answer, PooledByteBufAllocator.DEFAULT)) {
                int whole = 0;
                for (int end = 0; whole < 3 && (end += lines.get(whole).length()) <= length; ) {
                    whole++;
                }
                assertThat(plan.count()).as("%d bytes", length).isEqualTo(whole);
            } finally {
                SentBuffers.release(sent);
            }
        }
    }

    @Test
    void looksForNothingInAnAnswerWithoutErrors() {
        stored("a", "1");
        SentItems sent = SentBuffers.of(String.join("", lines), new Random(1));
        try (SubAnswer answer = Answers.feed(new SubAnswer(1), Answers.of(false, results));
                RetryPlan plan = RetryScan.of(sent, answer, PooledByteBufAllocator.DEFAULT)) {
            assertThat(plan.isEmpty()).isTrue();
        }
        SentBuffers.release(sent);
    }

    @Test
    void sendsAgainWhatTheModelSays() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            lines.clear();
            results.clear();
            List<Integer> expected = new ArrayList<>();
            Map<String, Integer> executed = new HashMap<>();
            List<@Nullable String> keys = new ArrayList<>();
            for (int i = 1 + random.nextInt(60); i > 0; i--) {
                String index = "i" + random.nextInt(2);
                String id = random.nextInt(4) == 0 ? null : "" + random.nextInt(16);
                boolean busy = random.nextBoolean();
                keys.add(busy ? id == null ? "" : id : null);
                if (busy) {
                    busy(index, id);
                } else {
                    executed.put(String.valueOf(id), results.size());
                    stored(index, id);
                }
            }
            for (int i = 0; i < keys.size(); i++) {
                String key = keys.get(i);
                if (key != null && executed.getOrDefault(key, -1) < i) {
                    expected.add(i);
                }
            }
            assertThat(numbers()).as("seed %d", seed).containsExactly(expected.toArray(Integer[]::new));
        }
    }

    @Test
    void copiesMoreThanOneBuffer() {
        for (int i = 0; i < 3_000; i++) {
            if (i % 3 == 0) {
                stored("a", "x".repeat(40) + i);
            } else {
                busy("a", "x".repeat(40) + i);
            }
        }
        assertThat(numbers()).hasSize(2_000);
    }

    @Test
    void putsTheResultsOfTheRetryInTheirPlaces() {
        stored("a", "1");
        busy("a", "2");
        busy("a", "3");
        stored("a", "4");
        busy("a", "5");
        SentItems sent = SentBuffers.of(String.join("", lines), new Random(1));
        SubAnswer first = Answers.feed(new SubAnswer(5), Answers.of(true, results));
        RetryPlan plan = RetryScan.of(sent, first, PooledByteBufAllocator.DEFAULT);
        SubAnswer second = new SubAnswer(3);
        try (ItemSource spliced = plan.splice(first, second)) {
            assertThat(spliced.headRead()).isFalse();

            // When one of the three has come
            second.write(text("{\"took\":5,\"errors\":false,\"items\":[{\"r\":1},{\"r\""));
            assertThat(spliced.headRead()).isTrue();
            assertThat(spliced.took()).isEqualTo(12);
            assertThat(spliced.errors()).isFalse();
            assertThat(spliced.ready()).isEqualTo(2);
            ByteBuf out = Unpooled.buffer();
            spliced.writeNext(2, out);
            assertThat(out.toString(UTF_8)).isEqualTo(results.get(0) + ",{\"r\":1}");
            assertThat(spliced.ready()).isZero();

            // When the rest has come
            second.write(text(":2},{\"r\":3}]}"));
            second.end();
            assertThat(spliced.ended()).isTrue();
            spliced.skipNext(1);
            spliced.writeNext(2, out.clear());
            assertThat(out.toString(UTF_8)).isEqualTo(results.get(3) + ",{\"r\":3}");
            assertThat(spliced.ready()).isZero();
            assertThat(spliced.buffered()).isZero();
        }
        plan.close();
        SentBuffers.release(sent);
    }

    @Test
    void hasErrorsIffAnItemFailedInTheEnd() {
        for (boolean otherFailed : new boolean[] {false, true}) {
            for (boolean retryFailed : new boolean[] {false, true}) {
                lines.clear();
                results.clear();
                busy("a", "1");
                if (otherFailed) {
                    failed("a", "2", 409, "version_conflict_engine_exception");
                } else {
                    stored("a", "2");
                }
                SentItems sent = SentBuffers.of(String.join("", lines), new Random(1));
                SubAnswer first = Answers.feed(new SubAnswer(2), Answers.of(true, results));
                try (RetryPlan plan = RetryScan.of(sent, first, PooledByteBufAllocator.DEFAULT);
                        ItemSource spliced = plan.splice(
                                first, Answers.feed(new SubAnswer(1), Answers.of(retryFailed, List.of("{}"))))) {
                    assertThat(spliced.errors()).isEqualTo(otherFailed || retryFailed);
                }
                SentBuffers.release(sent);
            }
        }
    }

    @Test
    void isBrokenWhereTheAnswerToTheRetryIs() {
        busy("a", "1");
        SentItems sent = SentBuffers.of(lines.getFirst(), new Random(1));
        SubAnswer first = Answers.feed(new SubAnswer(1), Answers.of(true, results));
        try (RetryPlan plan = RetryScan.of(sent, first, PooledByteBufAllocator.DEFAULT);
                ItemSource spliced = plan.splice(first, Answers.feed(new SubAnswer(1), "x"))) {
            assertThat(spliced.broken()).isNotNull();
            assertThat(spliced.ready()).isZero();
            assertThat(spliced.ended()).isFalse();
        }
        SentBuffers.release(sent);
    }

    @Test
    void sendsAgainWhatWasSentAgain() {
        // Given two items that are busy twice, then one of them a third time
        busy("a", "1");
        stored("a", "2");
        busy("a", "3");
        SentItems sent = SentBuffers.of(String.join("", lines), new Random(1));
        SubAnswer first = Answers.feed(new SubAnswer(3), Answers.of(true, results));
        RetryPlan plan = RetryScan.of(sent, first, PooledByteBufAllocator.DEFAULT);
        SentItems sentAgain = new SentItems(plan.takeBody(), new BulkDefaults(null, null, null));
        SubAnswer second = Answers.feed(
                new SubAnswer(2), Answers.of(true, List.of("{\"index\":{\"status\":201}}", results.get(2))));

        // When
        RetryPlan secondPlan = RetryScan.of(sentAgain, second, PooledByteBufAllocator.DEFAULT);
        SentItems sentLast = new SentItems(secondPlan.takeBody(), sentAgain.defaults());
        ItemFailure failure = new ItemFailure(503, "sluice_not_executed", "gone", false);

        // Then
        try (ItemSource spliced = plan.splice(
                first, secondPlan.splice(second, FailedItems.ofRetry(failure, secondPlan.count(), sentLast)))) {
            assertThat(spliced.errors()).isTrue();
            assertThat(Answers.takeAll(spliced))
                    .containsExactly(
                            "{\"index\":{\"status\":201}}",
                            results.get(1),
                            "{\"index\":{\"_index\":\"a\",\"_id\":\"3\",\"status\":503,\"error\":"
                                    + "{\"type\":\"sluice_not_executed\",\"reason\":\"gone\"}}}");
        }
        SentBuffers.release(sent);
        SentBuffers.release(sentAgain);
        assertThat(sentLast.buffers()).allMatch(buffer -> buffer.refCnt() == 0);
    }

    @Test
    void releasesABodyThatNobodyTook() {
        busy("a", "1");
        SentItems sent = SentBuffers.of(lines.getFirst(), new Random(1));
        try (SubAnswer answer = Answers.feed(new SubAnswer(1), Answers.of(true, results))) {
            RetryPlan plan = RetryScan.of(sent, answer, PooledByteBufAllocator.DEFAULT);
            plan.close();
            assertThat(plan.takeBody()).isEmpty();
            plan.close();
        }
        assertThat(sent.buffers()).allMatch(buffer -> buffer.refCnt() == 1 && buffer.readerIndex() == 2);
        SentBuffers.release(sent);
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, UTF_8);
    }
}

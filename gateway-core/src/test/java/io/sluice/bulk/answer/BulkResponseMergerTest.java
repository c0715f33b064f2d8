package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.SentItems;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class BulkResponseMergerTest {

    private final ItemOrder order = new ItemOrder();
    private final ByteBuf out = Unpooled.buffer();

    @AfterEach
    void release() {
        order.close();
    }

    @Test
    void putsTheItemsOfAllSubRequestsInTheOrderOfTheBulk() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            try {
                new RandomMerge(random::nextInt).run("", false);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void showsWhatTheClientAskedFor() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 600; round++) {
            List<String> paths = new ArrayList<>();
            for (int i = random.nextInt(6); i > 0; i--) {
                paths.add(Views.draw(random::nextInt));
            }
            String filter = String.join(",", paths);
            try {
                new RandomMerge(random::nextInt).run(filter, random.nextBoolean());
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", filter_path " + filter, e);
            }
        }
    }

    @Test
    void writesItemsOfEarlierRoundsBehindTheHeadWhateverIsShown() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            items.add(i == 4 ? Answers.failed("4", 400, "x") : Answers.stored(String.valueOf(i)));
        }
        for (String filter : new String[] {"", "errors", "items.*.error", "items.*._id,took", "-took", "-items"}) {
            for (String pretty : new String[] {"", "&pretty"}) {
                ResultView view = Objects.requireNonNull(
                        ResultView.of(RequestTarget.parse("/_bulk?filter_path=" + filter + pretty), null));
                String whole = rounds(view, List.of(items));

                assertThat(rounds(view, List.of(items.subList(0, 3), items.subList(3, 6), items.subList(6, 9))))
                        .as("filter_path=%s%s", filter, pretty)
                        .isEqualTo(whole.replaceFirst("(?<=took\\W{1,5})7", "21"));
            }
        }
    }

    /** What one sub-request a round gives, the items of earlier rounds put behind the head. */
    private String rounds(ResultView view, List<List<String>> rounds) {
        AnswerTotals totals = new AnswerTotals(view);
        ByteBuf before = Unpooled.buffer();
        for (List<String> items : rounds.subList(0, rounds.size() - 1)) {
            try (BulkResponseMerger merger = merger(items, totals, false)) {
                assertThat(merger.advance(before, 10_000)).isEqualTo(MergeStep.DONE);
            }
        }
        ByteBuf answer = Unpooled.buffer();
        try (BulkResponseMerger merger = merger(rounds.getLast(), totals, true)) {
            merger.begin(answer);
            answer.writeBytes(before);
            assertThat(merger.advance(answer, 10_000)).isEqualTo(MergeStep.DONE);
        }
        return answer.toString(UTF_8);
    }

    private BulkResponseMerger merger(List<String> items, AnswerTotals totals, boolean last) {
        ItemOrder itsOrder = new ItemOrder();
        items.forEach(item -> itsOrder.append(0, BulkOperation.INDEX));
        BulkResponseMerger merger = new BulkResponseMerger(itsOrder, 1, totals, last);
        merger.source(0, Answers.feed(new SubAnswer(items.size()), Answers.of(true, items)));
        return merger;
    }

    @Test
    void goesOnWithTheLostItemsOfASubRequestThatBroke() {
        for (int item : new int[] {0, 1, 0, 0, 1}) {
            order.append(item, BulkOperation.INDEX);
        }
        List<String> good = List.of(Answers.stored("a"), Answers.stored("b"));
        SubAnswer broken = new SubAnswer(3);
        Answers.write(
                broken,
                Answers.of(false, good).replace("]}", ",").getBytes(UTF_8),
                new int[] {Answers.of(false, good).length() - 1},
                false);
        AnswerTotals totals = new AnswerTotals(ResultView.ALL);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 2, totals, false)) {
            merger.source(0, broken);
            merger.source(1, Answers.feed(new SubAnswer(2), Answers.of(false, good)));
            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.isReplaceable()).isFalse();
            broken.end();
            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.isReplaceable()).isTrue();

            ItemFailure lost = new ItemFailure(504, "sluice_outcome_unknown", "lost", false);
            SentItems nothingKept = new SentItems(List.of(), new BulkDefaults("logs", null, null));
            merger.replace(FailedItems.of(lost, order, 0, 3, nothingKept));

            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.DONE);
            assertThat(merger.broken()).isNull();
            assertThat(out.toString(UTF_8).split("\"status\":504", -1)).hasSize(2);
            assertThat(out.toString(UTF_8).split("\"status\":201", -1)).hasSize(5);
        }
    }

    /** Another sub-request is slow meanwhile, so that they are held. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void keepsResultsThatCameBeforeASubRequestBroke(boolean byALongItem) {
        for (int item : new int[] {1, 0, 1, 1, 1}) {
            order.append(item, BulkOperation.INDEX);
        }
        SubAnswer slow = new SubAnswer(1);
        String late = Answers.of(false, List.of(Answers.stored("s")));
        slow.write(text(late.substring(0, late.indexOf('[') + 1)));
        SubAnswer cut = new SubAnswer(4, 1000);
        List<String> came = List.of(Answers.stored("a"), Answers.stored("b"), Answers.stored("c"));
        cut.write(text(Answers.of(false, came).replace("]}", ",")));
        try (BulkResponseMerger merger = waiting(slow, cut)) {
            if (byALongItem) {
                cut.write(text("{\"index\":{\"_id\":\"" + "x".repeat(2000)));
                assertThat(cut.broken()).isNotNull();
            }
            cut.end();
            slow.write(text(late.substring(late.indexOf('[') + 1)));
            slow.end();
            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.isReplaceable()).isTrue();

            merger.replace(lost(4));

            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.DONE);
            assertThat(out.toString(UTF_8))
                    .startsWith(String.join(",", came.get(0), Answers.stored("s"), came.get(1), came.get(2)) + ",")
                    .endsWith("\"status\":504,\"error\":{\"type\":\"sluice_outcome_unknown\",\"reason\":\"lost\"}}}");
        }
    }

    @Test
    void saysNothingOfErrorsWhereAllResultsCameBeforeASubRequestBroke() {
        for (int item : new int[] {0, 1}) {
            order.append(item, BulkOperation.INDEX);
        }
        SubAnswer whole = Answers.feed(new SubAnswer(1), Answers.of(false, List.of(Answers.stored("a"))));
        SubAnswer cut = new SubAnswer(1);
        String answer = Answers.of(false, List.of(Answers.stored("b")));
        cut.write(text(answer.substring(0, answer.length() - 1)));
        AnswerTotals totals = new AnswerTotals(ResultView.ALL);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 2, totals, false)) {
            merger.source(0, whole);
            merger.source(1, cut);
            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
            cut.end();
            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);

            merger.replace(lost(1));

            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.DONE);
            totals.writeHead(out.clear());
            assertThat(out.toString(UTF_8)).contains("\"errors\":false");
        }
    }

    /** Waits for the first of the sub-requests, after an item of the second. */
    private BulkResponseMerger waiting(SubAnswer first, SubAnswer second) {
        BulkResponseMerger merger = new BulkResponseMerger(order, 2, new AnswerTotals(ResultView.ALL), false);
        merger.source(0, first);
        merger.source(1, second);
        assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
        assertThat(merger.waitingFor()).isZero();
        return merger;
    }

    private FailedItems lost(int items) {
        ItemFailure lost = new ItemFailure(504, "sluice_outcome_unknown", "lost", false);
        return FailedItems.of(lost, order, 1, items, new SentItems(List.of(), new BulkDefaults("logs", null, null)));
    }

    @Test
    void isBrokenWhereASourceEndsBeforeItsItems() {
        order.append(0, BulkOperation.INDEX);
        order.append(0, BulkOperation.INDEX);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, ResultView.ALL)) {
            merger.source(0, Answers.feed(new SubAnswer(1), Answers.of(false, List.of(Answers.stored("a")))));

            assertThat(merger.advance(out, 10_000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.broken()).isEqualTo("a node gave fewer results than items");
            assertThat(merger.isReplaceable()).isFalse();
        }
    }

    @Test
    void beginsWhenTheHeadOfEveryAnswerIsRead() {
        // Given
        order.append(0, BulkOperation.INDEX);
        order.append(1, BulkOperation.INDEX);
        SubAnswer first = new SubAnswer(1);
        SubAnswer second = new SubAnswer(1);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 2, ResultView.ALL)) {
            merger.source(0, first);
            assertThat(merger.ready()).isFalse();
            merger.source(1, second);
            assertThat(merger.ready()).isFalse();
            assertThatThrownBy(() -> merger.advance(out, 1)).isInstanceOf(IllegalStateException.class);

            // When
            first.write(text("{\"took\":3,\"errors\":false,\"items\":[{\"index\":{}}]}"));
            second.write(text("{\"took\":4,\"errors\":true,\"items\":["));

            // Then
            assertThat(merger.ready()).isTrue();
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.waitingFor()).isEqualTo(1);
            assertThat(out.toString(UTF_8)).isEqualTo("{\"took\":4,\"errors\":true,\"items\":[{\"index\":{}}");
            assertThatThrownBy(() -> merger.source(0, first)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void takesTheResultsOfWhoeverWasNamedLastBeforeItBegan() {
        order.append(0, BulkOperation.DELETE);
        SubAnswer broken = Answers.feed(new SubAnswer(1), "<html>");
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, ResultView.ALL)) {
            merger.source(0, broken);
            assertThat(merger.ready()).isFalse();
            broken.close();
            merger.source(
                    0,
                    FailedItems.of(
                            new ItemFailure(504, "sluice_outcome_unknown", "cut off", true),
                            order,
                            0,
                            1,
                            new SentItems(List.of(), new BulkDefaults("logs", null, null))));
            assertThat(merger.ready()).isTrue();
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.DONE);
            assertThat(out.toString(UTF_8))
                    .isEqualTo(
                            "{\"took\":0,\"errors\":true,\"items\":[{\"delete\":{\"_index\":\"logs\",\"_type\":\"_doc\","
                                    + "\"_id\":null,\"status\":504,\"error\":{\"type\":\"sluice_outcome_unknown\","
                                    + "\"reason\":\"cut off\"}}}]}");
        }
    }

    @Test
    void doesNotEndBeforeEveryAnswerIsWhole() {
        order.append(0, BulkOperation.INDEX);
        SubAnswer answer = new SubAnswer(1);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, ResultView.ALL)) {
            merger.source(0, answer);
            answer.write(text("{\"took\":3,\"errors\":false,\"items\":[{\"index\":{}}]"));
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.WAITING);
            assertThat(out.toString(UTF_8)).isEqualTo("{\"took\":3,\"errors\":false,\"items\":[{\"index\":{}}");
            answer.write(text("}"));
            answer.end();
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.DONE);
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.DONE);
            assertThat(out.toString(UTF_8)).isEqualTo("{\"took\":3,\"errors\":false,\"items\":[{\"index\":{}}]}");
        }
    }

    @Test
    void saysThatAnAnswerBrokeAfterItBegan() {
        order.append(0, BulkOperation.INDEX);
        order.append(0, BulkOperation.INDEX);
        SubAnswer answer = new SubAnswer(2);
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, ResultView.ALL)) {
            merger.source(0, answer);
            answer.write(text("{\"took\":3,\"errors\":false,\"items\":[{\"index\":{}}"));
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.broken()).isNull();
            answer.end();
            assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.WAITING);
            assertThat(merger.broken()).isEqualTo(answer.broken()).isNotNull();
        }
    }

    @Test
    void isBrokenWhereSomethingElseThanAResultIsToBeFiltered() {
        for (String item : List.of("{}", "{\"index\":1}", "{\"index\":{\"a\"}}", "{\"index\":{},\"b\":{}}")) {
            order.append(0, BulkOperation.INDEX);
            RequestTarget target = RequestTarget.parse("/_bulk?filter_path=items.*._id");
            ResultView view = Objects.requireNonNull(ResultView.of(target, null));
            try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, view)) {
                merger.source(0, Answers.feed(new SubAnswer(1), Answers.of(false, List.of(item))));
                assertThat(merger.advance(out.clear(), 1000)).isEqualTo(MergeStep.WAITING);
                assertThat(merger.broken()).isNotNull();
                assertThat(merger.advance(out, 1000)).isEqualTo(MergeStep.WAITING);
            }
            order.close();
        }
    }

    @Test
    void stopsWhereTheBufferHasEnough() {
        List<String> items = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            order.append(0, BulkOperation.INDEX);
            items.add(Answers.stored("" + i));
        }
        ByteBuf whole = Unpooled.buffer();
        try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, ResultView.ALL)) {
            merger.source(0, Answers.feed(new SubAnswer(1_000), Answers.of(false, items)));
            while (merger.advance(out.clear(), 1_000) == MergeStep.FULL) {
                assertThat(out.readableBytes()).isBetween(1_000, 10_000);
                whole.writeBytes(out);
            }
            whole.writeBytes(out);
        }
        assertThat(whole.toString(UTF_8)).isEqualTo(Answers.of(false, items));
    }

    @Test
    void laysOutLongTextsOfPrettyItemsWhole() throws Exception {
        order.append(0, BulkOperation.INDEX);
        String item = "{\"index\":{\"_id\":\"" + "\\\"é".repeat(20_000) + "\",\"status\":200}}";
        for (String query : List.of("?pretty", "?pretty&filter_path=-items.*.status", "?filter_path=-items.*.status")) {
            RequestTarget target = RequestTarget.parse("/_bulk" + query);
            ResultView view = Objects.requireNonNull(ResultView.of(target, null));
            try (BulkResponseMerger merger = new BulkResponseMerger(order, 1, view)) {
                merger.source(0, Answers.feed(new SubAnswer(1), Answers.of(false, List.of(item))));
                assertThat(merger.advance(out.clear(), 1_000_000)).isEqualTo(MergeStep.DONE);
            }
            assertThat(out.toString(UTF_8)).contains("\\\"é".repeat(20_000));
        }
    }

    private static ByteBuf text(String text) {
        return Unpooled.copiedBuffer(text, UTF_8);
    }
}

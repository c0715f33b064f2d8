package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkOperation;
import io.sluice.api.RequestTarget;
import io.sluice.bulk.line.SentItems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubAnswerTest {

    private static final List<String> ITEMS = List.of(
            Answers.stored("1"),
            Answers.failed("2", 429, "es_rejected_execution_exception"),
            "{}",
            "{\"delete\":{\"_id\":\"}},{\\\\\",\"a\":[1,[],{\"]\":\"\\\"}\"}],\"é日😀\":\"\\u00e9\\\\\"}}",
            "{\"update\" : {\n \"_id\" : \"Y_y\u007f\" , \"get\":{\"_source\":{\"x\":{\"y\":[[{}]]}}} } }",
            Answers.stored("x".repeat(300)));

    @Test
    void findsTheItemsAtWhateverByteItIsCut() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String head : List.of(
                "{\"took\":7,\"errors\":true,\"items\":[",
                "{\"errors\":true,\"took\":7,\"ingest_took\":3,\"items\":[",
                " {\n\"took\" : 7 ,\"x\":{\"items\":[{}]},\"errors\":true,\"y\":\"\\\"z\", \"items\" : [ ")) {
            for (String separator : List.of(",", " , ", ",\n  ")) {
                String text = head + String.join(separator, ITEMS) + separator.replace(",", "") + "]}\n";
                for (int[] sizes : Answers.splits(text.getBytes(UTF_8).length, random)) {
                    try (SubAnswer answer =
                            Answers.feed(new SubAnswer(ITEMS.size()), text, sizes, random.nextBoolean())) {
                        assertThat(answer.broken())
                                .as("seed %d, %s", seed, text)
                                .isNull();
                        assertThat(answer.ended()).isTrue();
                        assertThat(Answers.takeAll(answer)).as("seed %d", seed).isEqualTo(ITEMS);
                        assertThat(answer.took()).isEqualTo(7);
                        assertThat(answer.errors()).isTrue();
                    }
                }
            }
        }
    }

    @Test
    void knowsTheHeadBeforeAnItemCame() {
        try (SubAnswer answer = new SubAnswer(1)) {
            answer.write(Unpooled.copiedBuffer("{\"errors\":false,\"took\":12,\"ingest_took\":4,\"items\":", UTF_8));
            assertThat(answer.headRead()).isFalse();
            assertThat(answer.head()).isEmpty();
            answer.write(Unpooled.copiedBuffer("[", UTF_8));
            assertThat(answer.headRead()).isTrue();
            assertThat(answer.head()).containsExactly(HeadMember.ERRORS, HeadMember.TOOK, HeadMember.INGEST_TOOK);
            assertThat(answer.took()).isEqualTo(12);
            assertThat(answer.ingestTook()).isEqualTo(4);
            assertThat(answer.errors()).isFalse();
            assertThat(answer.ready()).isZero();
            assertThat(answer.ended()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "7",
                "\"items\"",
                "[{\"took\":7,\"errors\":false,\"items\":[{}]}]",
                "{}",
                "{\"error\":{\"type\":\"x\",\"items\":[{}]},\"status\":200}",
                "{\"took\":7,\"items\":[{}],\"errors\":false}",
                "{\"errors\":false,\"items\":[{}],\"took\":7}",
                "{\"took\":7,\"errors\":false}",
                "{\"took\":7,\"errors\":false,\"items\":{}}",
                "{\"took\":7,\"errors\":false,\"items\":null}",
                "{\"took\":7,\"errors\":1,\"items\":[{}]}",
                "{\"took\":7.5,\"errors\":false,\"items\":[{}]}",
                "{\"took\":-7,\"errors\":false,\"items\":[{}]}",
                "{\"took\":7777777777777777777,\"errors\":false,\"items\":[{}]}",
                "{\"took\":\"7\",\"errors\":false,\"items\":[{}]}",
                "{\"took\":7,\"took\":7,\"errors\":false,\"items\":[{}]}",
                "{\"took\":{},\"errors\":false,\"items\":[{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[]}",
                "{\"took\":7,\"errors\":false,\"items\":[{},{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[{},{},{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[{},]}",
                "{\"took\":7,\"errors\":false,\"items\":[,{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[{}{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[{},,{}]}",
                "{\"took\":7,\"errors\":false,\"items\":[1]}",
                "{\"took\":7,\"errors\":false,\"items\":[null]}",
                "{\"took\":7,\"errors\":false,\"items\":[[]]}",
                "{\"took\":7,\"errors\":false,\"items\":[{}}",
                "{\"took\":7,\"errors\":false,\"items\":[{}]",
                "{\"took\":7,\"errors\":false,\"items\":[{}]]",
                "{\"took\":7,\"errors\":false,\"items\":[{}]}}",
                "{\"took\":7,\"errors\":false,\"items\":[{}]}{}",
                "{\"took\":7,\"errors\":false,\"items\":[{}],}",
                "{'took':7,\"errors\":false,\"items\":[{}]}",
                "took: 7\nerrors: false\nitems: []"
            })
    void isBrokenWhereItIsNotTheAnswerOfOneItem(String text) {
        for (int[] sizes : Answers.splits(text.length(), new Random(1))) {
            try (SubAnswer answer = Answers.feed(new SubAnswer(1), text, sizes, true)) {
                assertThat(answer.broken()).isNotNull();
                assertThat(answer.ended()).isFalse();
                assertThat(answer.ready()).isZero();
                answer.close();
                assertThat(answer.buffered()).isZero();
            }
        }
    }

    @Test
    void showsWhatCameBeforeItWasCutOffAndOthersInPlaceOfTheRest() {
        String rest = "{\"index\":{\"_index\":\"\",\"_id\":null,\"status\":504,\"error\":{\"type\":\"x\","
                + "\"reason\":\"y\"}}}";
        byte[] bytes = Answers.of(false, ITEMS).getBytes(UTF_8);
        for (int length = "{\"took\":7,\"errors\":false,\"items\":[".length(); length < bytes.length; length++) {
            List<String> expected;
            try (SubAnswer seen = new SubAnswer(ITEMS.size())) {
                seen.write(Unpooled.copiedBuffer(bytes, 0, length));
                expected = new ArrayList<>(Answers.takeAll(seen));
            }
            boolean missing = expected.size() < ITEMS.size();
            expected.addAll(Collections.nCopies(ITEMS.size() - expected.size(), rest));
            SubAnswer cut = new SubAnswer(ITEMS.size());
            cut.write(Unpooled.copiedBuffer(bytes, 0, length));
            cut.end();
            try (ItemOrder order = new ItemOrder();
                    ItemSource items = cut.completedBy(failed(order))) {
                assertThat(items.errors()).isEqualTo(missing);
                assertThat(Answers.takeAll(items)).as("%d bytes", length).isEqualTo(expected);
            }
        }
    }

    private static FailedItems failed(ItemOrder order) {
        ITEMS.forEach(item -> order.append(0, BulkOperation.INDEX));
        BulkDefaults url = BulkDefaults.of(RequestTarget.parse("/_bulk"));
        return FailedItems.of(
                new ItemFailure(504, "x", "y", false), order, 0, ITEMS.size(), new SentItems(List.of(), url));
    }

    @Test
    void isBrokenWhereItEndsEarlyAndHasNoItemThatIsNotWhole() {
        byte[] bytes = Answers.of(true, ITEMS).getBytes(UTF_8);
        for (int length = 0; length < bytes.length; length++) {
            try (SubAnswer answer = new SubAnswer(ITEMS.size())) {
                answer.write(Unpooled.copiedBuffer(bytes, 0, length));
                List<String> items = Answers.takeAll(answer);
                assertThat(items).isEqualTo(ITEMS.subList(0, items.size()));
                assertThat(answer.broken()).isNull();
                answer.end();
                assertThat(answer.broken()).as("%d bytes", length).isNotNull();
            }
        }
    }

    @Test
    void isBrokenWhereMoreItemsWereAskedThanWereKnownWhenItBegan() {
        List<String> two = ITEMS.subList(0, 2);
        try (SubAnswer over = Answers.feed(new SubAnswer(2), Answers.of(true, two));
                SubAnswer begun = new SubAnswer(2)) {
            over.asked(2);
            assertThat(over.broken()).isNull();
            over.asked(3);
            begun.asked(3);
            Answers.feed(begun, Answers.of(true, two));

            for (SubAnswer answer : List.of(over, begun)) {
                assertThat(answer.broken()).isEqualTo("it has 2 of the 3 items that were asked");
                assertThat(answer.ready()).isZero();
                assertThat(answer.buffered()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"index\":{\"_id\":\"|a", "| ", "{}| ", "{},|\n"})
    void isBrokenWhereAnItemIsLongerThanAllowedWithTheWhiteSpaceAroundIt(String form) {
        int bar = form.indexOf('|');
        try (SubAnswer answer = new SubAnswer(2, 1000)) {
            answer.write(Unpooled.copiedBuffer("{\"took\":1,\"errors\":false,\"items\":[", UTF_8));
            answer.write(Unpooled.copiedBuffer(form.substring(0, bar), UTF_8));
            for (int i = 0; i < 9; i++) {
                answer.write(Unpooled.copiedBuffer(form.substring(bar + 1).repeat(100), UTF_8));
            }
            assertThat(answer.broken()).isNull();
            for (int i = 0; i < 2; i++) {
                answer.write(Unpooled.copiedBuffer(form.substring(bar + 1).repeat(100), UTF_8));
            }
            assertThat(answer.broken()).isEqualTo("it has an item of more than the 1000 bytes that are held");
            if (answer.arrived() > 0) {
                answer.takeArrived(answer.arrived(), null);
            }
            assertThat(answer.buffered()).isZero();
        }
    }

    @Test
    void takesAnyNumberOfItemsThatAreShortEnough() {
        List<String> items = Collections.nCopies(100, Answers.stored("1"));
        try (SubAnswer answer = Answers.feed(new SubAnswer(100, 300), Answers.of(false, items))) {
            assertThat(answer.broken()).isNull();
            assertThat(Answers.takeAll(answer)).isEqualTo(items);
        }
    }

    @Test
    void passesOverWhatFollowsTheItems() {
        String text =
                "{\"took\":7,\"errors\":false,\"items\":[{}] , \"ingest_took\":5,\"x\":{\"items\":[{},{}]},\"took\":9}\n";
        for (int[] sizes : Answers.splits(text.length(), new Random(1))) {
            try (SubAnswer answer = Answers.feed(new SubAnswer(1), text, sizes, false)) {
                assertThat(answer.broken()).isNull();
                assertThat(answer.ended()).isTrue();
                assertThat(answer.took()).isEqualTo(7);
                assertThat(Answers.takeAll(answer)).containsExactly("{}");
            }
        }
    }

    @Test
    void takesManyItemsAtOnceWithTheCommasBetween() {
        try (SubAnswer answer = Answers.feed(new SubAnswer(ITEMS.size()), Answers.of(true, ITEMS))) {
            ByteBuf out = Unpooled.buffer();
            answer.writeNext(2, out);
            assertThat(out.toString(UTF_8)).isEqualTo(String.join(",", ITEMS.subList(0, 2)));
            answer.skipNext(2);
            answer.writeNext(2, out.clear());
            assertThat(out.toString(UTF_8)).isEqualTo(String.join(",", ITEMS.subList(4, 6)));
            assertThat(answer.ready()).isZero();
        }
    }

    @Test
    void keepsNoChunkLongerThanItsItems() {
        // Given
        ByteBuf first = chunk("{\"took\":7,\"errors\":false,\"items\":[{\"a\":1},{\"b\"");
        ByteBuf second = chunk(":2}");
        ByteBuf third = chunk(",{}]");
        ByteBuf fourth = chunk("}");
        SubAnswer answer = new SubAnswer(3);
        answer.write(first);
        answer.write(second);
        answer.write(third);
        answer.write(fourth);
        assertThat(List.of(first.refCnt(), second.refCnt(), third.refCnt(), fourth.refCnt()))
                .containsExactly(1, 1, 1, 0);

        // When, then
        ByteBuf out = Unpooled.buffer();
        answer.writeNext(1, out);
        assertThat(first.refCnt()).isEqualTo(1);
        answer.writeNext(1, out);
        assertThat(List.of(first.refCnt(), second.refCnt(), third.refCnt())).containsExactly(0, 0, 1);
        answer.writeNext(1, out);
        assertThat(third.refCnt()).isZero();
        assertThat(answer.buffered()).isZero();
        answer.end();
        answer.close();
        assertThat(answer.ended()).isTrue();
    }

    @Test
    void releasesWhatItHoldsWhereverItIsClosed() {
        byte[] bytes = Answers.of(true, ITEMS).getBytes(UTF_8);
        for (int length = 1; length <= bytes.length; length++) {
            ByteBuf chunk = PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, 0, length);
            ByteBuf late = chunk("x");
            SubAnswer answer = new SubAnswer(ITEMS.size());
            answer.write(chunk);
            answer.close();
            answer.write(late);
            answer.close();
            assertThat(chunk.refCnt()).isZero();
            assertThat(late.refCnt()).isZero();
            assertThat(answer.ready()).isZero();
        }
    }

    @Test
    void saysHowManyBytesItHolds() {
        try (SubAnswer answer = new SubAnswer(2)) {
            answer.write(chunk("{\"took\":7,\"errors\":false,\"items\":[{\"a\":1},{\"b\""));
            assertThat(answer.buffered()).isEqualTo("{\"a\":1},{\"b\"".length());
            answer.skipNext(1);
            assertThat(answer.buffered()).isEqualTo(",{\"b\"".length());
        }
    }

    @Test
    void findsItemsInALongAnswer() {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("{\"took\":7,\"errors\":false,\"items\":[");
        int count = 5_000;
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",").append(Answers.stored("a".repeat(random.nextInt(40)) + i));
        }
        byte[] bytes = text.append("]}").toString().getBytes(UTF_8);

        // When
        int taken = 0;
        ByteBuf out = Unpooled.buffer();
        try (SubAnswer answer = new SubAnswer(count)) {
            for (int at = 0; at < bytes.length; ) {
                int length = Math.min(bytes.length - at, random.nextInt(40_000));
                answer.write(PooledByteBufAllocator.DEFAULT.directBuffer().writeBytes(bytes, at, length));
                at += length;
                while (answer.ready() > 0) {
                    out.writeBytes(taken == 0 ? "".getBytes(UTF_8) : ",".getBytes(UTF_8));
                    int run = 1 + random.nextInt(answer.ready());
                    answer.writeNext(run, out);
                    taken += run;
                }
            }
            answer.end();
            assertThat(answer.ended()).isTrue();
        }

        // Then
        assertThat("{\"took\":7,\"errors\":false,\"items\":[" + out.toString(UTF_8) + "]}")
                .as("seed %d", seed)
                .isEqualTo(text.toString());
    }

    private static ByteBuf chunk(String text) {
        return Unpooled.copiedBuffer(text, UTF_8);
    }
}

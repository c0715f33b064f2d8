package io.sluice.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BulkResponseMergerTest {

    @Test
    void putsTheItemsOfAllSubRequestsInTheOrderOfTheBulk() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            // Given
            int subs = 1 + random.nextInt(4);
            int count = 1 + random.nextInt(200);
            List<List<String>> items = new ArrayList<>();
            for (int i = 0; i < subs; i++) {
                items.add(new ArrayList<>());
            }
            List<String> expected = new ArrayList<>();
            ItemOrder order = new ItemOrder();
            for (int i = 0; i < count; i++) {
                int sub = random.nextInt(subs);
                String item = Answers.stored("a\\\"}]" + i);
                order.append(sub, BulkOperation.INDEX);
                items.get(sub).add(item);
                expected.add(item);
            }
            BulkResponseMerger merger = new BulkResponseMerger(order, subs, ResultView.ALL);
            List<SubAnswer> answers = new ArrayList<>();
            for (int i = 0; i < subs; i++) {
                SubAnswer answer = new SubAnswer(items.get(i).size());
                answers.add(answer);
                merger.source(i, answer);
            }

            // When
            String merged = feedInTurn(merger, answers, items, random);

            // Then
            assertThat(merged).as("seed %d", seed).isEqualTo(Answers.of(false, expected));
            merger.close();
            order.close();
        }
    }

    private static String feedInTurn(
            BulkResponseMerger merger, List<SubAnswer> answers, List<List<String>> items, Random random) {
        List<byte[]> rest = new ArrayList<>();
        for (List<String> own : items) {
            rest.add(Answers.of(false, own).getBytes(UTF_8));
        }
        int[] at = new int[answers.size()];
        ByteBuf merged = Unpooled.buffer();
        ByteBuf out = Unpooled.buffer();
        MergeStep step = MergeStep.WAITING;
        while (step != MergeStep.DONE) {
            int sub = merger.begun() ? merger.waitingFor() : random.nextInt(answers.size());
            byte[] bytes = rest.get(sub);
            int length = Math.min(bytes.length - at[sub], random.nextInt(300));
            SubAnswer answer = answers.get(sub);
            if (at[sub] <= bytes.length) {
                answer.write(Unpooled.copiedBuffer(bytes, at[sub], length));
                at[sub] += length;
            }
            if (at[sub] == bytes.length) {
                at[sub]++;
                answer.end();
            }
            assertThat(answer.broken()).isNull();
            if (merger.ready()) {
                do {
                    step = merger.advance(out.clear(), 500);
                    merged.writeBytes(out);
                } while (step == MergeStep.FULL);
            }
        }
        return merged.toString(UTF_8);
    }
}

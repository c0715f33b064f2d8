package io.sluice.plugins.kafkaqueue;

import static io.sluice.plugins.kafkaqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.queue.LaneRecord;
import io.sluice.plugins.kafkaqueue.QueueRig.Got;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Random calls against a model of what must come next. {@code -Dsluice.queue.model.rounds=50} calls longer. */
class QueueModelIT {

    private static final int LANES = 4;
    private static final int ROUNDS = Integer.getInteger("sluice.queue.model.rounds", 1);
    private static final int STEPS = 40;

    /** One run with a seed of its own. */
    private static final class Run {

        private final SplittableRandom random;
        private final String name = SharedKafka.name();
        private final TestConfig config = SharedKafka.config();
        /** By lane: what was appended and is not done. */
        private final List<List<String>> model = new ArrayList<>();
        /** By lane: how much of that was read since reading began. */
        private final int[] read = new int[LANES];
        /** By lane: the positions of what was read. */
        private final List<List<Long>> positions = new ArrayList<>();

        private QueueRig rig;
        private int number;

        Run(long seed) throws Exception {
            random = new SplittableRandom(seed);
            rig = QueueRig.open(config, name);
            for (int lane = 0; lane < LANES; lane++) {
                model.add(new ArrayList<>());
                positions.add(new ArrayList<>());
            }
        }

        void step() throws Exception {
            int lane = random.nextInt(LANES);
            switch (random.nextInt(10)) {
                case 0 -> reopen();
                case 1 -> takeBack();
                case 2 -> {
                    rig.lane(lane).rewind();
                    forget(lane);
                }
                case 3, 4 -> finish(lane);
                case 5, 6 -> read(lane);
                default -> append();
            }
        }

        private void append() throws Exception {
            List<CompletableFuture<Void>> results = new ArrayList<>();
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                LaneRecord[] records = new LaneRecord[random.nextInt(1, 4)];
                for (int j = 0; j < records.length; j++) {
                    int lane = random.nextInt(LANES);
                    String text = ++number + ":" + "x".repeat(random.nextInt(random.nextInt(10) == 0 ? 300_000 : 300));
                    records[j] = record(lane, text);
                    model.get(lane).add(text);
                }
                results.add(rig.append(records));
            }
            CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                    .get(QueueRig.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }

        private void read(int lane) throws Exception {
            int there = model.get(lane).size() - read[lane];
            for (int i = random.nextInt(there + 1); i > 0; i--) {
                Got got = rig.next(lane);
                assertThat(got.text()).isEqualTo(model.get(lane).get(read[lane]));
                read[lane]++;
                positions.get(lane).add(got.position());
            }
        }

        private void finish(int lane) {
            int count = random.nextInt(read[lane] + 1);
            if (count > 0) {
                rig.lane(lane).done(positions.get(lane).get(count - 1));
                model.get(lane).subList(0, count).clear();
                positions.get(lane).subList(0, count).clear();
                read[lane] -= count;
            }
        }

        private void reopen() throws Exception {
            rig.close();
            rig = QueueRig.open(config, name);
            forgetAll();
        }

        private void takeBack() {
            rig.queue.release();
            rig.lanes.clear();
            rig.queue.consume(rig);
            forgetAll();
        }

        private void forgetAll() {
            for (int lane = 0; lane < LANES; lane++) {
                forget(lane);
            }
        }

        private void forget(int lane) {
            read[lane] = 0;
            positions.get(lane).clear();
        }

        void check() throws Exception {
            rig.awaitRecords(model.stream().mapToLong(List::size).sum());
            reopen();
            for (int lane = 0; lane < LANES; lane++) {
                assertThat(rig.texts(lane, model.get(lane).size())).isEqualTo(model.get(lane));
            }
        }
    }

    @Test
    void readsWhatTheModelHas() throws Exception {
        long first = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            long seed = first + round;
            Run run = new Run(seed);
            try {
                for (int i = 0; i < STEPS; i++) {
                    run.step();
                }
                run.check();
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            } finally {
                run.rig.close();
            }
        }
    }
}

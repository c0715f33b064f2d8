package io.sluice.plugins.diskqueue;

import static io.sluice.plugins.diskqueue.QueueRig.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.queue.LaneRecord;
import io.sluice.api.queue.QueueFailedException;
import io.sluice.api.queue.QueueLane;
import io.sluice.plugins.diskqueue.QueueRig.Got;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random calls, closes, kills and losses of power against a model of what must and what may be there. */
@Tag("slow")
class QueueModelTest {

    private static final int LANES = 4;
    private static final int ROUNDS = Integer.getInteger("sluice.queue.model.rounds", 40);

    /** One run with a seed of its own. */
    private static final class Run {

        private final SplittableRandom random;
        private MemoryDisk disk = new MemoryDisk();
        private QueueRig rig;
        /** By lane: the number of each record that may be there, and whether it must be. */
        private final List<TreeMap<Integer, Boolean>> model = new ArrayList<>();
        /** By lane: records up to this number may come no more. */
        private final int[] gone = new int[LANES];

        /** By lane: the number of the last record that was finished. */
        private final int[] done = new int[LANES];

        /** By lane: the numbers of records that were finished alone, and come no more as long as the queue is open. */
        private final List<Set<Integer>> alone = new ArrayList<>();

        private final int[] drawn = new int[LANES];

        private Run(long seed) throws Exception {
            random = new SplittableRandom(seed);
            rig = QueueRig.open(disk);
            for (int lane = 0; lane < LANES; lane++) {
                model.add(new TreeMap<>());
                alone.add(new HashSet<>());
            }
        }

        private void step() throws Exception {
            switch (random.nextInt(13)) {
                case 0 -> {
                    rig.close();
                    for (int lane = 0; lane < LANES; lane++) {
                        gone[lane] = done[lane];
                    }
                    reopen(disk);
                }
                case 1 -> reopen(lost(disk.kill()));
                case 2 -> reopen(lost(disk.crash(random)));
                case 3 -> breakDown();
                case 4, 5, 6 -> read(random.nextInt(LANES));
                default -> append();
            }
        }

        /** Appends that complete must be there; some are left to run while the next step happens. */
        private void append() throws Exception {
            List<CompletableFuture<Void>> results = new ArrayList<>();
            List<int[]> numbers = new ArrayList<>();
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                LaneRecord[] records = new LaneRecord[random.nextInt(1, 4)];
                int[] own = new int[records.length * 2];
                for (int j = 0; j < records.length; j++) {
                    int lane = random.nextInt(LANES);
                    int number = ++drawn[lane];
                    records[j] = record(lane, text(number));
                    own[j * 2] = lane;
                    own[j * 2 + 1] = number;
                    model.get(lane).put(number, false);
                }
                results.add(rig.append(records));
                numbers.add(own);
            }
            int awaited = random.nextInt(3) == 0 ? random.nextInt(results.size()) : results.size();
            CompletableFuture<?>[] first = results.subList(0, awaited).toArray(CompletableFuture[]::new);
            CompletableFuture<Void> all = CompletableFuture.allOf(first);
            all.exceptionally(failed -> null).get(30, TimeUnit.SECONDS);
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i).isDone() && !results.get(i).isCompletedExceptionally()) {
                    int[] own = numbers.get(i);
                    for (int j = 0; j < own.length; j += 2) {
                        model.get(own[j]).put(own[j + 1], true);
                    }
                }
            }
            all.get();
        }

        /** The disk fails after some calls, in the middle of anything, and then the power. */
        private void breakDown() throws Exception {
            AtomicInteger left = new AtomicInteger(random.nextInt(1, 12));
            disk.breakCalls(call -> left.decrementAndGet() <= 0);
            try {
                append();
            } catch (ExecutionException e) {
                assertThat(e).hasCauseInstanceOf(QueueFailedException.class);
            }
            reopen(lost(random.nextBoolean() ? disk.crash(random) : disk.kill()));
        }

        private String text(int number) {
            int pad = random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(300);
            return number + ":" + "x".repeat(pad);
        }

        private static int number(Got got) {
            return Integer.parseInt(got.text().substring(0, got.text().indexOf(':')));
        }

        /** Reads a lane from its first record that is not done, and finishes some of it. */
        private void read(int lane) throws Exception {
            QueueLane own = rig.lanes.get(lane);
            own.rewind();
            int wanted = (int) Math.min(own.depth(), random.nextInt(60));
            int last = done[lane];
            for (int i = 0; i < wanted; i++) {
                Got got = rig.next(lane);
                checkNext(lane, last, number(got));
                last = number(got);
                if (random.nextInt(3) == 0) {
                    own.doneAlone(got.position());
                    alone.get(lane).add(last);
                    model.get(lane).put(last, false);
                } else if (random.nextBoolean()) {
                    own.done(got.position());
                    done[lane] = last;
                }
            }
        }

        /** No record that must be there lies between two that come one after the other. */
        private void checkNext(int lane, int last, int number) {
            assertThat(number).isGreaterThan(last);
            assertThat(alone.get(lane)).doesNotContain(number);
            assertThat(model.get(lane)).containsKey(number);
            assertThat(model.get(lane).subMap(last, false, number, false).values())
                    .as("lane %d, between %d and %d", lane, last, number)
                    .doesNotContain(true);
        }

        private MemoryDisk lost(MemoryDisk after) {
            rig.close();
            alone.forEach(Set::clear);
            return after;
        }

        private void reopen(MemoryDisk next) throws Exception {
            disk = next;
            rig = QueueRig.open(disk);
            assertThat(rig.queue.stats().failure()).isNull();
            for (int lane = 0; lane < LANES; lane++) {
                checkLane(lane);
            }
        }

        /** Everything that must be there comes, in order, and nothing that is gone. */
        private void checkLane(int lane) throws Exception {
            List<Integer> found = new ArrayList<>();
            for (Got got : rig.all(lane)) {
                found.add(number(got));
            }
            rig.lanes.get(lane).rewind();
            TreeMap<Integer, Boolean> own = model.get(lane);
            int first = found.isEmpty() ? done[lane] + 1 : found.getFirst();
            assertThat(first).as("what comes first in lane %d", lane).isGreaterThan(gone[lane]);
            int last = Math.min(done[lane], first - 1);
            for (int number : found) {
                checkNext(lane, last, number);
                last = number;
            }
            assertThat(own.tailMap(Math.max(last, done[lane]), false).values())
                    .as("lane %d, after %d", lane, last)
                    .doesNotContain(true);
            // What was not there now never will be, and what is there stays.
            own.tailMap(done[lane], false).keySet().retainAll(found);
            found.forEach(number -> own.put(number, true));
            done[lane] = Math.min(done[lane], first - 1);
            gone[lane] = Math.max(gone[lane], done[lane]);
        }
    }

    @Test
    void keepsWhatItPromisedThroughClosesKillsAndLossesOfPower() throws Exception {
        long first = System.nanoTime();
        for (int round = 0; round < ROUNDS; round++) {
            long seed = first + round;
            Run run = new Run(seed);
            try {
                for (int i = 0; i < 60; i++) {
                    run.step();
                }
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            } finally {
                run.rig.close();
            }
        }
    }
}

package io.sluice.bulk.retry;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.sluice.bulk.answer.ItemResult;
import io.sluice.bulk.answer.SubAnswer;
import io.sluice.bulk.hash.TextHash;
import io.sluice.bulk.line.RequestItems;
import io.sluice.bulk.line.SentItems;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Finds the items of a sub-request that may be sent again: the server answered 429 and was too busy to execute them
 * ({@code es_rejected_execution_exception}, OpenSearch's {@code rejected_execution_exception}, {@code circuit_breaking_exception}:
 * all three are raised before the primary shard takes the operation), and no later item with the same id was executed, because that
 * one must have the last word if both mean one document, whatever their names stand for. A 429 for another reason, such as the
 * {@code cluster_block_exception} of a full disk, stays an answer. Items without id are documents of their own. For one thread.
 */
public final class RetryScan {

    private final SentItems sent;
    /** The items that the server was too busy for. */
    private final BitSet busy = new BitSet();

    private final ItemResult result = new ItemResult();
    private int failures;
    private int items;

    private RetryScan(SentItems sent) {
        this.sent = sent;
    }

    /**
     * Scans an answer that has ended, before any of it is taken.
     *
     * @param sent the whole sub-request, lent
     * @param answer to it, lent
     * @param allocator for what is to be sent again
     */
    public static RetryPlan of(SentItems sent, SubAnswer answer, ByteBufAllocator allocator) {
        RetryScan scan = new RetryScan(sent);
        if (answer.errors()) {
            answer.visit(scan::read);
        }
        return scan.busy.isEmpty() ? RetryPlan.nothing() : scan.plan(allocator);
    }

    private void read(int number, byte[] bytes, int from, int to) {
        items = number + 1;
        result.read(bytes, from, to);
        if (result.failed()) {
            failures++;
        }
        if (result.mayBeSentAgain()) {
            busy.set(number);
        }
    }

    private RetryPlan plan(ByteBufAllocator allocator) {
        Documents documents = new Documents(items, busy.cardinality());
        documents.read();
        documents.dropOvertaken();
        if (busy.isEmpty()) {
            return RetryPlan.nothing();
        }
        int[] numbers = busy.stream().toArray();
        List<ByteBuf> body = documents.copy(allocator);
        return new RetryPlan(numbers, body, failures > numbers.length);
    }

    /** The ids of all items, and the positions of those that may be sent again. */
    private final class Documents {

        private final long[] keys;
        /** The beginning and the end of each item that the server was too busy for. */
        private final long[] ranges;

        Documents(int items, int candidates) {
            keys = new long[items];
            ranges = new long[candidates * 2];
        }

        void read() {
            RequestItems request = new RequestItems(sent);
            int candidate = 0;
            int number = 0;
            for (; number < items && request.next(); number++) {
                String id = request.action().id();
                keys[number] = id == null ? 0 : key(id);
                long end = request.end();
                if (end < 0) {
                    break;
                }
                if (busy.get(number)) {
                    ranges[candidate++] = request.from();
                    ranges[candidate++] = end;
                }
            }
            busy.clear(number, items);
        }

        void dropOvertaken() {
            LongSet executed = new LongSet();
            int candidate = busy.cardinality();
            for (int number = items - 1; number >= 0; number--) {
                boolean isBusy = busy.get(number);
                if (isBusy) {
                    candidate--;
                }
                if (keys[number] == 0) {
                    continue;
                }
                if (!isBusy) {
                    executed.add(keys[number]);
                } else if (executed.contains(keys[number])) {
                    busy.clear(number);
                    Arrays.fill(ranges, candidate * 2, candidate * 2 + 2, 0);
                }
            }
        }

        List<ByteBuf> copy(ByteBufAllocator allocator) {
            List<ByteBuf> body = new ArrayList<>();
            RetryBody copy = new RetryBody(sent.buffers(), allocator, body);
            for (int i = 0; i < ranges.length; i += 2) {
                if (ranges[i + 1] > 0) {
                    copy.append(ranges[i], ranges[i + 1]);
                }
            }
            return body;
        }
    }

    private static long key(String id) {
        long hash = TextHash.add(TextHash.NONE, id);
        return hash == 0 ? 1 : hash;
    }
}

package io.sluice.bulk.answer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.json.Feed;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Answers of bulks for tests, and the ways they can come. */
public final class Answers {

    private Answers() {}

    /** An answer of Elasticsearch 7 with these items. */
    public static String of(boolean errors, List<String> items) {
        return "{\"took\":7,\"errors\":" + errors + ",\"items\":[" + String.join(",", items) + "]}";
    }

    /** What servers say about an item that was stored. */
    public static String stored(String id) {
        return "{\"index\":{\"_index\":\"logs\",\"_type\":\"_doc\",\"_id\":\"" + id
                + "\",\"_version\":1,\"result\":\"created\",\"_shards\":{\"total\":2,\"successful\":1,\"failed\":0},"
                + "\"_seq_no\":1,\"_primary_term\":1,\"status\":201}}";
    }

    /** What servers say about an item that failed. */
    public static String failed(String id, int status, String type) {
        return "{\"index\":{\"_index\":\"logs\",\"_type\":\"_doc\",\"_id\":\"" + id + "\",\"status\":" + status
                + ",\"error\":{\"type\":\"" + type + "\",\"reason\":\"because of [\\\"x\\\"] }]\"}}}";
    }

    /** Feeds the whole text in chunks of the sizes, and ends. */
    public static SubAnswer feed(SubAnswer answer, String text, int[] sizes, boolean direct) {
        write(answer, text.getBytes(UTF_8), sizes, direct);
        answer.end();
        return answer;
    }

    public static SubAnswer feed(SubAnswer answer, String text) {
        return feed(answer, text, new int[] {text.getBytes(UTF_8).length}, false);
    }

    static void write(SubAnswer answer, byte[] bytes, int[] sizes, boolean direct) {
        ByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        int at = 0;
        for (int size : sizes) {
            ByteBuf chunk = direct ? allocator.directBuffer(size + 3) : allocator.heapBuffer(size + 3);
            answer.write(chunk.writeZero(3).skipBytes(3).writeBytes(bytes, at, size));
            at += size;
        }
    }

    /** Whole, byte by byte, and at random cuts. */
    static List<int[]> splits(int length, RandomGenerator random) {
        List<int[]> splits = new ArrayList<>();
        splits.add(new int[] {length});
        int[] ones = new int[length];
        java.util.Arrays.fill(ones, 1);
        splits.add(ones);
        for (int i = 0; i < 4; i++) {
            splits.add(Feed.randomSizes(length, random));
        }
        return splits;
    }

    /** Takes all items that are ready, one by one. */
    public static List<String> takeAll(ItemSource source) {
        List<String> items = new ArrayList<>();
        ByteBuf out = Unpooled.buffer();
        while (source.ready() > 0) {
            source.writeNext(1, out.clear());
            items.add(out.toString(UTF_8));
        }
        return items;
    }
}

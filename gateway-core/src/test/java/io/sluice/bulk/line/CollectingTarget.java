package io.sluice.bulk.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkField;
import io.sluice.bulk.hash.RoutingHash;
import io.sluice.bulk.verdict.BulkGrammar;
import io.sluice.json.Feed;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Keeps the items of a bulk that is fed to a splitter, and checks that it is called as promised. */
final class CollectingTarget implements BulkSplitter.Target {

    private static final int PLACES = 3;
    private static final int BYTEWISE_UP_TO = 2_000;

    private final List<String> heads = new ArrayList<>();
    private final List<byte[]> items = new ArrayList<>();
    private final ByteArrayOutputStream item = new ByteArrayOutputStream();
    private final BulkSplitter splitter;

    private boolean inItem;
    private int appends;
    /** Pauses before every so many items; 0 never does. */
    private int every;

    private int pausedBefore = -1;

    CollectingTarget(BulkDefaults url, BulkLimits limits, BulkGrammar grammar) {
        splitter = new BulkSplitter(url, limits, grammar, this);
    }

    private CollectingTarget(BulkDefaults url, BulkGrammar grammar) {
        splitter = BulkSplitter.ofValid(url, BulkLimits.DEFAULT, grammar, this);
    }

    /** For a body that was found valid before. */
    static CollectingTarget ofValid(BulkDefaults url, BulkGrammar grammar) {
        return new CollectingTarget(url, grammar);
    }

    /** Feeds a body in chunks of these sizes, which are overwritten after each call, and ends it. */
    CollectingTarget run(byte[] body, int[] sizes, boolean direct) {
        int at = 0;
        boolean good = true;
        for (int size : sizes) {
            ByteBuf chunk = direct ? PooledByteBufAllocator.DEFAULT.directBuffer(size + 3) : Unpooled.buffer(size + 3);
            chunk.writeZero(3).skipBytes(3).writeBytes(body, at, size);
            good = splitter.write(chunk);
            while (splitter.isPaused()) {
                assertThat(good).isFalse();
                chunk.skipBytes(splitter.taken());
                chunk.setZero(0, chunk.readerIndex());
                assertThat(splitter.resume()).isTrue();
                good = splitter.write(chunk);
            }
            chunk.setZero(0, chunk.writerIndex());
            chunk.release();
            assertThat(good).isEqualTo(splitter.refusal() == null);
            at += size;
        }
        good = splitter.end();
        assertThat(good).isEqualTo(splitter.refusal() == null);
        assertThat(good && inItem).isFalse();
        splitter.close();
        return this;
    }

    CollectingTarget pauseBeforeEach(int items) {
        every = items;
        return this;
    }

    /** The body whole, byte by byte, and cut at random. */
    static List<CollectingTarget> everySplit(
            BulkDefaults url, BulkGrammar grammar, byte[] body, RandomGenerator random) {
        List<CollectingTarget> all = new ArrayList<>();
        all.add(new CollectingTarget(url, BulkLimits.DEFAULT, grammar).run(body, new int[] {body.length}, false));
        if (body.length <= BYTEWISE_UP_TO) {
            int[] ones = new int[body.length];
            java.util.Arrays.fill(ones, 1);
            all.add(new CollectingTarget(url, BulkLimits.DEFAULT, grammar).run(body, ones, false));
        }
        for (int i = 0; i < 4; i++) {
            all.add(new CollectingTarget(url, BulkLimits.DEFAULT, grammar)
                    .run(body, Feed.randomSizes(body.length, random), i % 2 == 0));
        }
        return all;
    }

    /** For each item its position, operation, index, id and routing. */
    List<String> heads() {
        return heads;
    }

    /** The bytes of each item. */
    List<byte[]> items() {
        return items;
    }

    /** Each item's head and its bytes, with single quotes. */
    List<String> texts() {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            texts.add(heads.get(i) + " " + new String(items.get(i), UTF_8).replace('"', '\''));
        }
        return texts;
    }

    int appends() {
        return appends;
    }

    BulkSplitter splitter() {
        return splitter;
    }

    /** The body of the refusal, empty if there is none. */
    String refusal() {
        return splitter.refusal() == null ? "" : new String(splitter.refusal().body(), UTF_8);
    }

    @Override
    public int place(BulkLine action, int position) {
        assertThat(inItem).isFalse();
        if (every > 0 && position % every == 0 && pausedBefore < position) {
            pausedBefore = position;
            return BulkSplitter.PAUSE;
        }
        inItem = true;
        heads.add(position + " " + action.operation() + " " + action.index() + " " + action.id() + " "
                + action.routing());
        if (action.has(BulkField.ID)) {
            assertThat(action.routingHash(BulkField.ID)).isEqualTo(RoutingHash.of(String.valueOf(action.id())));
        }
        return items.size() % PLACES;
    }

    @Override
    public void append(int place, byte[] bytes, int from, int to) {
        assertThat(inItem).isTrue();
        assertThat(place).isEqualTo(items.size() % PLACES);
        assertThat(from).isLessThan(to);
        appends++;
        item.write(bytes, from, to - from);
    }

    @Override
    public void itemEnded(int place) {
        assertThat(inItem).isTrue();
        assertThat(place).isEqualTo(items.size() % PLACES);
        items.add(item.toByteArray());
        item.reset();
        inItem = false;
    }
}

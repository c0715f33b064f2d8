package io.sluice.bulk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.json.Feed;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkSplitterTest {

    private static final BulkDefaults NO_DEFAULTS = new BulkDefaults(null, null, null);

    @Test
    void handsOutItemsWithAllTheirBytesAndLeavesBlankLinesOut() {
        String body = "\n{'index':{'_index':'a','_id':'1'}}\n{not looked at}\n\r\n \n"
                + "{'delete':{'_index':'a','_id':'2'}}\r\n{ 'create' : {'_index':'b'}}\r\n{'x':1}\r\n\n"
                + "{'index':{'_index':'a','_id':'3'}}\n\n";
        for (Taken taken : everySplit(body)) {
            assertThat(taken.refusal()).isEmpty();
            assertThat(taken.items)
                    .containsExactly(
                            "0 a 1 {'index':{'_index':'a','_id':'1'}}\n{not looked at}\n",
                            "1 a 2 {'delete':{'_index':'a','_id':'2'}}\r\n",
                            "2 b null { 'create' : {'_index':'b'}}\r\n{'x':1}\r\n",
                            "3 a 3 {'index':{'_index':'a','_id':'3'}}\n\n");
        }
    }

    @Test
    void appendsAnItemThatLiesInOneWindowAtOnce() {
        Taken taken = new Taken();
        byte[] body = quotes("{'index':{'_index':'a','_id':'1'}}\n{}\n{'index':{'_index':'a','_id':'1'}}\n{}\n");
        taken.run(body, new int[] {body.length});
        assertThat(taken.appends).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':{'_index':'a'}}",
                "{'index':{'_index':'a'}}\n{}",
                "{'delete':{'_index':'a','_id':'1'}}\n "
            })
    void refusesABodyWithoutFinalLineFeed(String body) {
        for (Taken taken : everySplit(body)) {
            assertThat(taken.refusal()).contains("The bulk request must be terminated by a newline [\\\\n]");
        }
    }

    @Test
    void refusesABodyWithoutItems() {
        for (Taken taken : everySplit("\n \n")) {
            assertThat(taken.refusal()).contains("Validation Failed: 1: no requests added;");
        }
        assertThat(new Taken().run(new byte[0], new int[0]).refusal()).contains("request body is required");
    }

    private static List<Taken> everySplit(String text) {
        byte[] body = quotes(text);
        List<Taken> all = new ArrayList<>();
        all.add(new Taken().run(body, new int[] {body.length}));
        for (int cut = 0; cut <= body.length; cut++) {
            all.add(new Taken().run(body, new int[] {cut, body.length - cut}));
        }
        Random random = new Random(text.hashCode());
        for (int i = 0; i < 20; i++) {
            all.add(new Taken().run(body, Feed.randomSizes(body.length, random)));
        }
        return all;
    }

    private static byte[] quotes(String body) {
        return body.replace('\'', '"').getBytes(UTF_8);
    }

    /** Keeps what it is given. */
    private static final class Taken implements BulkSplitter.Target {
        private final List<String> items = new ArrayList<>();
        private final ByteArrayOutputStream item = new ByteArrayOutputStream();
        private final BulkSplitter splitter =
                new BulkSplitter(NO_DEFAULTS, BulkLimits.DEFAULT, BulkGrammar.ELASTICSEARCH_7, this);
        private String head = "";
        private int appends;

        private Taken run(byte[] body, int[] sizes) {
            int at = 0;
            boolean good = true;
            for (int size : sizes) {
                ByteBuf chunk = Unpooled.directBuffer(size + 1).writeBytes(body, at, size);
                good = splitter.write(chunk);
                chunk.release();
                at += size;
            }
            assertThat(good && splitter.end()).isEqualTo(splitter.refusal() == null);
            splitter.close();
            return this;
        }

        private String refusal() {
            return splitter.refusal() == null
                    ? ""
                    : new String(splitter.refusal().body(), UTF_8);
        }

        @Override
        public int place(BulkAction action, int position) {
            assertThat(item.size()).isZero();
            head = position + " " + action.index() + " " + action.id() + " ";
            return position % 3;
        }

        @Override
        public void append(int place, byte[] bytes, int from, int to) {
            appends++;
            item.write(bytes, from, to - from);
        }

        @Override
        public void itemEnded(int place) {
            assertThat(place).isEqualTo(items.size() % 3);
            items.add(head + item.toString(UTF_8).replace('"', '\''));
            item.reset();
        }
    }
}

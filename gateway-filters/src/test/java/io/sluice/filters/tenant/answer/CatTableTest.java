package io.sluice.filters.tenant.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.sluice.api.Reply;
import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CatTableTest {

    private final TableRoom room = new TableRoom();
    private final List<TableRoom.Share> shares = new ArrayList<>();

    private Reply reply(String rows) {
        TableRoom.Share share = room.share();
        shares.add(share);
        return CatTable.of(RequestTarget.parse("/_cat/aliases?v"))
                .source(Unpooled.copiedBuffer(rows, UTF_8))
                .reply(UnaryOperator.identity(), name -> name, share);
    }

    /** Each takes three of sixteen MiB. */
    @Test
    void takesNoMoreRoomThanThereIs() {
        String rows = "[{\"alias\":\"é%s\"}".formatted("a".repeat(1_000)) + ",{}".repeat(3_000) + "]";
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            statuses.add(reply(rows).status());
        }

        assertThat(statuses).containsExactly(200, 200, 200, 200, 200, 429, 429);
        shares.getFirst().close();
        shares.getFirst().close();
        assertThat(reply(rows).status()).isEqualTo(200);
        assertThat(reply(rows).status()).isEqualTo(429);
    }

    @Test
    void takesNoRoomForAnExchangeThatIsOver() {
        TableRoom.Share share = room.share();
        share.close();

        assertThat(share.grow(1)).isFalse();
    }

    @Test
    void countsTheBytesOfItsTextAtLeast() {
        String rows = "[{\"alias\":\"日本\",\"index\":\"a\"},{\"index\":\"bcd\",\"alias\":\"é\"},{\"alias\":\"\"}]";
        TableColumns columns = new TableColumns(true);
        FlatRows.of(Unpooled.copiedBuffer(rows, UTF_8)).forEach(columns::add);

        byte[] body = reply(rows).body();
        assertThat(new String(body, UTF_8)).isEqualTo("""
                alias index
                日本    a
                é     bcd
                     \s
                """);
        assertThat(columns.bytes()).isBetween((long) body.length, body.length + 20L);
    }
}

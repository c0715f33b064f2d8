package io.sluice.filters.tenant.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.RequestTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class CatTableTest {

    private static final int ROWS = 3_000;

    private final TableRoom room = new TableRoom();

    private CatTable.Made made(String rows) {
        ByteBuf json = Unpooled.copiedBuffer(rows, UTF_8);
        return CatTable.of(RequestTarget.parse("/_cat/aliases?v"))
                .made(json, UnaryOperator.identity(), name -> name, room);
    }

    @Test
    void takesNoMoreRoomThanThereIs() {
        String rows = "[{\"alias\":\"é%s\"}".formatted("a".repeat(1_000)) + ",{}".repeat(ROWS) + "]";
        List<CatTable.Made> made = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            made.add(made(rows));
        }

        assertThat(made).extracting(each -> each.reply().status()).containsExactly(200, 200, 200, 200, 200, 429, 429);
        assertThat(made.getLast().bytes()).isZero();
        room.release(made.getFirst().bytes());
        assertThat(made(rows).reply().status()).isEqualTo(200);
    }

    @Test
    void countsTheBytesOfItsTextAtLeast() {
        CatTable.Made made =
                made("[{\"alias\":\"日本\",\"index\":\"a\"},{\"index\":\"bcd\",\"alias\":\"é\"},{\"alias\":\"\"}]");

        assertThat(new String(made.reply().body(), UTF_8)).isEqualTo("""
                alias index
                日本    a
                é     bcd
                     \s
                """);
        assertThat(made.bytes())
                .isBetween((long) made.reply().body().length, made.reply().body().length + 20L);
    }
}

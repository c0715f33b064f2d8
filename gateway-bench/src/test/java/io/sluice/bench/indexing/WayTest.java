package io.sluice.bench.indexing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.bench.net.Addresses;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WayTest {
    private static final List<InetSocketAddress> NODES =
            List.of(Addresses.parse("127.0.0.1:9201"), Addresses.parse("127.0.0.1:9202"));

    @Test
    void leadsStraightToOneNodeOrToAll() {
        assertThat(Way.parse("one", NODES)).isEqualTo(new Way("one", NODES.subList(0, 1), null));
        assertThat(Way.parse("all", NODES)).isEqualTo(new Way("all", NODES, null));
    }

    @Test
    void leadsThroughAProcessThatIsMeasured() {
        ProcessHandle own = ProcessHandle.current();

        Way way = Way.parse("mine@127.0.0.1:8000," + own.pid(), NODES);

        assertThat(way).isEqualTo(new Way("mine", List.of(Addresses.parse("127.0.0.1:8000")), own));
    }

    @ParameterizedTest
    @ValueSource(strings = {"two", "mine@127.0.0.1:8000", "mine@nowhere,1", "mine@127.0.0.1:8000,999999999"})
    void isRefusedWhereItLeadsNowhere(String text) {
        assertThatThrownBy(() -> Way.parse(text, NODES)).isInstanceOf(IllegalArgumentException.class);
    }
}

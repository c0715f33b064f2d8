package io.sluice.devcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NodeOrderTest {

    @Test
    void isAVerbAndANode() {
        assertThat(NodeOrder.parse("kill 0")).isEqualTo(new NodeOrder(NodeOrder.Verb.KILL, 0));
        assertThat(NodeOrder.parse(" stop  12 ")).isEqualTo(new NodeOrder(NodeOrder.Verb.STOP, 12));
        assertThat(NodeOrder.parse("restart 2")).isEqualTo(new NodeOrder(NodeOrder.Verb.RESTART, 2));
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        for (String line : new String[] {"", "kill", "kill x", "kill 0 1", "KILL 0", "pause 0", "kill 99999999999"}) {
            assertThatThrownBy(() -> NodeOrder.parse(line))
                    .as(line)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected kill, stop or restart");
        }
    }
}

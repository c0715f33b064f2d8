package io.sluice.api.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class WaitingChecksTest {

    private final WaitingChecks<String> waiting = new WaitingChecks<>();

    private static CheckOrigin origin(String address, String user) {
        return new CheckOrigin(ByteBuffer.wrap(address.getBytes(UTF_8)), user);
    }

    private void add(String address, String user, String check) {
        waiting.add(origin(address, user), check);
    }

    @Test
    void givesEachAddressItsTurn() {
        add("a", "alice", "a1");
        add("a", "alice", "a2");
        add("a", "alice", "a3");
        add("b", "alice", "b1");

        assertThat(waiting.poll()).isEqualTo("a1");
        assertThat(waiting.poll()).isEqualTo("b1");
        assertThat(waiting.poll()).isEqualTo("a2");
        assertThat(waiting.poll()).isEqualTo("a3");
        assertThat(waiting.poll()).isNull();
    }

    @Test
    void givesEachUserOfAnAddressItsTurn() {
        add("a", "alice", "alice1");
        add("a", "alice", "alice2");
        add("a", "bob", "bob1");

        assertThat(waiting.poll()).isEqualTo("alice1");
        assertThat(waiting.poll()).isEqualTo("bob1");
        assertThat(waiting.poll()).isEqualTo("alice2");
    }

    @Test
    void hasKnownOnesGoFirst() {
        add("a", "alice", "other");
        waiting.addKnown("known1");
        waiting.addKnown("known2");

        assertThat(waiting.poll()).isEqualTo("known1");
        assertThat(waiting.poll()).isEqualTo("known2");
        assertThat(waiting.poll()).isEqualTo("other");
    }

    @Test
    void removesTheNewestOfTheLongestAddress() {
        add("a", "alice", "a1");
        add("b", "dave", "b1");
        add("b", "bob", "b2");
        add("b", "bob", "b3");

        assertThat(waiting.displaceFor(origin("c", "carol"))).isEqualTo("b3");
        assertThat(waiting.displaceFor(origin("a", "carol"))).isNull();
    }

    @Test
    void removesNothingForTheOriginThatHasMost() {
        add("a", "alice", "a1");
        add("a", "alice", "a2");
        add("b", "bob", "b1");

        assertThat(waiting.displaceFor(origin("a", "alice"))).isNull();
    }

    @Test
    void removesAnyForKnownCredentialsButNeverKnownOnes() {
        waiting.addKnown("known");
        add("a", "alice", "a1");

        assertThat(waiting.displaceForKnown()).isEqualTo("a1");
        assertThat(waiting.displaceForKnown()).isNull();
        assertThat(waiting.poll()).isEqualTo("known");
    }
}

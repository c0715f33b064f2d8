package io.sluice.filters.basicauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.filters.basicauth.WaitingChecks.Origin;
import org.junit.jupiter.api.Test;

class WaitingChecksTest {

    private final WaitingChecks<String> waiting = new WaitingChecks<>();

    private void add(String address, String user, String check) {
        waiting.add(new Origin(address, user), check);
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

        assertThat(waiting.displaceFor(new Origin("c", "carol"))).isEqualTo("b3");
        assertThat(waiting.displaceFor(new Origin("a", "carol"))).isNull();
    }

    @Test
    void removesNothingForTheOriginThatHasMost() {
        add("a", "alice", "a1");
        add("a", "alice", "a2");
        add("b", "bob", "b1");

        assertThat(waiting.displaceFor(new Origin("a", "alice"))).isNull();
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

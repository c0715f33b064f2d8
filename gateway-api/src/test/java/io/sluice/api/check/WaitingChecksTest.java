package io.sluice.api.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
        waiting.addKnown(origin("a", "alice"), "known1");
        waiting.addKnown(origin("a", "alice"), "known2");

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
    void removesAnyOtherForTheFirstKnownOneOfAUser() {
        waiting.addKnown(origin("a", "alice"), "known");
        add("a", "alice", "a1");

        assertThat(waiting.displaceForKnown(origin("b", "bob"))).isEqualTo("a1");
        assertThat(waiting.displaceForKnown(origin("b", "bob"))).isNull();
        assertThat(waiting.poll()).isEqualTo("known");
    }

    @Test
    void removesNothingOfOthersForTheUserThatHasMostKnownOnes() {
        waiting.addKnown(origin("a", "alice"), "known1");
        waiting.addKnown(origin("a", "alice"), "known2");
        add("b", "bob", "b1");

        assertThat(waiting.displaceForKnown(origin("a", "alice"))).isNull();
        assertThat(waiting.displaceKnownFor(origin("c", "carol"))).isEqualTo("known2");
    }

    @Test
    void removesNothingOfOthersForAUserWithKnownOnesAtManyAddresses() {
        waiting.addKnown(origin("a", "mallory"), "known1");
        waiting.addKnown(origin("b", "mallory"), "known2");
        add("c", "carol", "c1");

        assertThat(waiting.displaceForKnown(origin("d", "mallory"))).isNull();
        assertThat(waiting.displaceForKnown(origin("d", "alice"))).isEqualTo("c1");
    }

    @Test
    void givesKnownOnesOfEachUserAndAddressTheirTurn() {
        waiting.addKnown(origin("a", "alice"), "alice1");
        waiting.addKnown(origin("a", "alice"), "alice2");
        waiting.addKnown(origin("b", "alice"), "alice3");
        waiting.addKnown(origin("a", "bob"), "bob1");

        assertThat(Stream.generate(waiting::poll).limit(4)).containsExactly("alice1", "bob1", "alice3", "alice2");
    }

    @Test
    void givesOneOfTheOthersItsTurnAfterFourKnownOnes() {
        IntStream.range(0, 6).forEach(i -> waiting.addKnown(origin("a", "alice"), "known" + i));
        add("b", "bob", "b1");
        add("b", "bob", "b2");

        assertThat(Stream.generate(waiting::poll).limit(8))
                .containsExactly("known0", "known1", "known2", "known3", "b1", "known4", "known5", "b2");
    }
}

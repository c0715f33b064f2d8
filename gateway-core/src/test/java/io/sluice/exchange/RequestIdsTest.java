package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestIdsTest {

    @Test
    void countTheRequestsOfAConnection() {
        RequestIds ids = new RequestIds();

        String first = ids.next().toString();
        String second = ids.next().toString();

        assertThat(first).matches("[0-9a-f]{16}-1");
        assertThat(second).isEqualTo(first.replaceAll("-1$", "-2"));
    }

    @Test
    void nameNoTwoConnectionsAlike() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            assertThat(seen.add(new RequestIds().next().toString())).isTrue();
        }
    }

    @Test
    void areMadeOnce() {
        RequestId id = new RequestIds().next();

        assertThat(id.toString()).isSameAs(id.toString());
    }
}

package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a node that is late with its answers while requests hold all connections to it and more wait. */
class NodeProberTest {
    private static final int MOST = 2;

    private final List<Socket> held = new ArrayList<>();
    private TestPools pools;

    @AfterEach
    void stop() throws Exception {
        for (Socket each : held) {
            each.close();
        }
        pools.close();
    }

    private void openFull(String more) throws Exception {
        pools = TestPools.open(
                1, "pool: { maxConnectionsPerNode: %d, maxQueue: 0, acquireTimeout: 60s }, %s".formatted(MOST, more));
        pools.server().setSoTimeout(30_000);
        new NodeProber(pools.cluster(0), pools.loop(0)).start();
        for (int i = 0; i < MOST; i++) {
            pools.ask(0, null).get();
            held.add(pools.server().accept());
        }
    }

    private void answersAreLate(int times) {
        for (int i = 0; i < times; i++) {
            pools.node().health().late();
        }
    }

    @Test
    void isAskedOnAConnectionOfItsOwn() throws Exception {
        openFull("timeouts: { connect: 60s }");
        answersAreLate(3);
        try (Socket probe = pools.server().accept()) {
            probe.setSoTimeout(30_000);
            var in = new BufferedReader(new InputStreamReader(probe.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(in.readLine()).isEqualTo("HEAD / HTTP/1.1");
            probe.getOutputStream()
                    .write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(in.lines().toList().getLast())
                    .as("the last line before the end")
                    .isEmpty();
        }
        assertThat(pools.node().health().recoveries()).isOne();
        assertThat(pools.node().health().ejected()).isFalse();
        assertThat(pools.node().connections()).isEqualTo(MOST);
    }

    @Test
    void isLeftOutIfItDoesNotAnswerThat() throws Exception {
        openFull("timeouts: { connect: 200ms }");
        answersAreLate(3);
        await().atMost(Duration.ofMinutes(1)).until(() -> pools.node().health().ejected());
        assertThat(pools.node().connections()).isEqualTo(MOST);
    }

    @Test
    void isAskedOneQuestionAtATime() throws Exception {
        openFull("timeouts: { connect: 60s }, health: { ejection: 1h, maxEjection: 1h, probeEvery: 10ms }");
        for (int i = 0; i < 3; i++) {
            pools.node().health().failed(System.nanoTime());
        }
        try (Socket probe = pools.server().accept()) {
            answersAreLate(5);
            pools.server().setSoTimeout(300);
            assertThatThrownBy(() -> pools.server().accept()).isInstanceOf(SocketTimeoutException.class);

            probe.setSoLinger(true, 0);
        }
        pools.server().setSoTimeout(30_000);
        held.add(pools.server().accept());
        assertThat(held).as("with the next probe").hasSize(MOST + 1);
    }
}

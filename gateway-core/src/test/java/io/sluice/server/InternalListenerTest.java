package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ByteSize;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.config.HostPort;
import io.sluice.config.ListenerConfig;
import io.sluice.config.ListenerLimits;
import io.sluice.config.ListenerTimeouts;
import io.sluice.config.ProcessConfig.Transport;
import io.sluice.config.RouteConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InternalListenerTest {
    private static final int MOST = 20;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);

    /** Holds the event loop up at the first request. */
    private final Filter answers = new Filter() {
        @Override
        public RequestPlan onRequest(RequestHead head, Exchange exchange) {
            asked.countDown();
            try {
                goesOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new RequestPlan.Answer(Reply.text(200, "answered"));
        }
    };

    private InternalListener open(Transport transport) throws Exception {
        Duration hour = Duration.ofHours(1);
        var limits = new ListenerLimits(
                ByteSize.parse("1KiB"), ByteSize.parse("2KiB"), 50, ByteSize.parse("1MiB"), MOST, 0, 1);
        var config = new ListenerConfig(
                "internal",
                HostPort.parse("127.0.0.1:0"),
                null,
                limits,
                new ListenerTimeouts(hour, hour, hour, hour),
                List.of(),
                List.of(),
                List.of(new RouteConfig(null, "internal")));
        return InternalListener.open(config, transport, answers, hour);
    }

    private static boolean isOpen(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1)) == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static RawClient.Answer ask(RawClient client) throws IOException {
        client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        return client.read();
    }

    /** Many come in one turn of the event loop. */
    @ParameterizedTest
    @EnumSource(
            value = Transport.class,
            names = {"AUTO", "NIO"})
    void keepsNoMoreConnectionsOfABurstThanItTakes(Transport transport) throws Exception {
        List<SocketChannel> burst = new ArrayList<>();
        try (InternalListener listener = open(transport);
                RawClient first = new RawClient(listener.address().getPort())) {
            // Given
            first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
            asked.await();
            for (int i = 0; i < 10 * MOST; i++) {
                SocketChannel channel = SocketChannel.open(listener.address());
                channel.configureBlocking(false);
                burst.add(channel);
            }

            // When
            goesOn.countDown();

            // Then
            Awaitility.await()
                    .untilAsserted(() -> assertThat(burst.stream()
                                    .filter(InternalListenerTest::isOpen)
                                    .count())
                            .isLessThanOrEqualTo(MOST));
            try (RawClient last = new RawClient(listener.address().getPort())) {
                assertThat(ask(last).body()).isEqualTo("answered");
            }
        } finally {
            for (SocketChannel channel : burst) {
                channel.close();
            }
        }
    }
}

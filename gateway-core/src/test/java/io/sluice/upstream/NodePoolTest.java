package io.sluice.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFactory;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodePoolTest {
    private static final int MANY = 20_000;

    private TestPools pools;

    @AfterEach
    void stop() throws Exception {
        pools.close();
    }

    private void open(String more) throws Exception {
        open(more, NioSocketChannel::new);
    }

    private void open(String more, ChannelFactory<NioSocketChannel> channels) throws Exception {
        pools = TestPools.open(1, more, channels);
    }

    private void acquire(ConnectionWaiter waiter) {
        pools.loop(0).execute(() -> pools.cluster(0).acquire(waiter, List.of(), null));
    }

    /** Gives each connection back unused as soon as it has it. */
    private static final class Fleeting implements ConnectionWaiter {
        private final CountDownLatch served;

        Fleeting(CountDownLatch served) {
            this.served = served;
        }

        @Override
        public void onConnection(UpstreamConnection connection) {
            connection.releaseUnused();
            served.countDown();
        }

        @Override
        public void onNoConnection(UpstreamNode node, Failure failure) {}

        @Override
        public void onThrown(Throwable thrown) {}
    }

    /** Sends a request that is longer than what fits between two machines, and gives the connection back once it is answered. */
    private static final class Sending implements ConnectionWaiter, UpstreamUser {
        private static final int LENGTH = 40_000_000;

        private final CountDownLatch answered = new CountDownLatch(1);
        private UpstreamConnection used;

        @Override
        public void onConnection(UpstreamConnection connection) {
            used = connection;
            connection.begin(this);
            DefaultHttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
            head.headers().set("content-length", LENGTH);
            connection.writeHead(head);
            connection.writeBody(Unpooled.wrappedBuffer(new byte[LENGTH]));
            connection.write(LastHttpContent.EMPTY_LAST_CONTENT);
            connection.flush();
            connection.read();
        }

        @Override
        public void onResponseContent(HttpContent content) {
            content.release();
            if (content instanceof LastHttpContent) {
                used.release();
                answered.countDown();
            }
        }

        @Override
        public void onResponseReadComplete() {
            used.read();
        }

        @Override
        public void onNoConnection(UpstreamNode node, Failure failure) {}

        @Override
        public void onResponseHead(HttpResponse head) {}

        @Override
        public void onUpstreamWritabilityChanged() {}

        @Override
        public void onUpstreamFailure(Failure failure) {}

        @Override
        public void onThrown(Throwable thrown) {}
    }

    /** Notes why it got no connection, and on which thread. */
    private final class Refused implements ConnectionWaiter {
        private final CompletableFuture<String> reason = new CompletableFuture<>();

        @Override
        public void onConnection(UpstreamConnection connection) {
            connection.releaseUnused();
            reason.complete("none");
        }

        @Override
        public void onNoConnection(UpstreamNode node, Failure failure) {
            reason.complete(failure.kind() + (pools.loop(0).inEventLoop() ? "" : " on another thread"));
        }

        @Override
        public void onThrown(Throwable thrown) {
            reason.completeExceptionally(thrown);
        }
    }

    // With one connection a node, a slot that is not given back makes every later request wait in vain.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsTheRequestAndKeepsTheSlotWhenThereAreNoFileDescriptors(boolean atOnce) throws Exception {
        AtomicBoolean exhausted = new AtomicBoolean(true);
        open("pool: { maxConnectionsPerNode: 1 }", () -> {
            if (exhausted.get() && atOnce) {
                throw new ChannelException("Too many open files");
            }
            NioSocketChannel channel = new NioSocketChannel();
            if (exhausted.get()) {
                channel.unsafe().closeForcibly();
            }
            return channel;
        });
        for (int i = 0; i < 10; i++) {
            Refused refused = new Refused();
            acquire(refused);
            assertThat(refused.reason.get(30, TimeUnit.SECONDS)).isEqualTo("NO_UPSTREAM");
        }
        exhausted.set(false);
        Refused served = new Refused();
        acquire(served);
        assertThat(served.reason.get(30, TimeUnit.SECONDS)).isEqualTo("none");
    }

    // Leaves the rest of the request where it is.
    private Socket answerTo(Sending sending) throws Exception {
        acquire(sending);
        Socket connection = pools.server().accept();
        assertThat(connection.getInputStream().read(new byte[1000])).isPositive();
        connection
                .getOutputStream()
                .write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".getBytes(StandardCharsets.US_ASCII));
        assertThat(sending.answered.await(30, TimeUnit.SECONDS)).isTrue();
        return connection;
    }

    @Test
    void keepsNoConnectionOnWhichTheNodeAnsweredBeforeItTookTheRequest() throws Exception {
        open("");
        pools.server().setSoTimeout(30_000);
        try (Socket first = answerTo(new Sending());
                Socket second = answerTo(new Sending())) {
            assertThat(second).isNotEqualTo(first);
        }
    }

    @Test
    void waitersThatGiveTheirConnectionBackAtOnceDoNotStandOnEachOther() throws Exception {
        open("pool: { maxConnectionsPerNode: 1, maxQueue: 100000 }");
        CountDownLatch served = new CountDownLatch(MANY);
        pools.loop(0).execute(() -> {
            for (int i = 0; i < MANY; i++) {
                pools.cluster(0).acquire(new Fleeting(served), List.of(), null);
            }
        });
        assertThat(served.await(30, TimeUnit.SECONDS)).isTrue();
    }
}

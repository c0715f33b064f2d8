package io.sluice.upstream;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.concurrent.ScheduledFuture;
import io.sluice.config.AuthConfig;
import io.sluice.config.ClusterConfig;
import io.sluice.failure.Failure;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks nodes that were left out, now and then, whether they answer again, and nodes that connections break to, or whose answers are late,
 * whether they do still. A question has a connection of its own, as those of the pool may all be held by requests that a hung node
 * does not answer. On one event loop.
 */
public final class NodeProber implements Guarded {
    private static final Logger LOG = LoggerFactory.getLogger(NodeProber.class);

    private final LoopCluster cluster;
    private final EventLoop loop;
    /** Nodes whose answer is awaited: a node has one question at a time. */
    private final Set<UpstreamNode> asked = new HashSet<>();

    public NodeProber(LoopCluster cluster, EventLoop loop) {
        this.cluster = cluster;
        this.loop = loop;
    }

    /** Begins; goes on until the event loop ends or the handle is cancelled. */
    public ScheduledFuture<?> start() {
        cluster.cluster().doubtsGoTo(this::doubted);
        long nanos = cluster.cluster().config().health().probeEvery().toNanos();
        return loop.scheduleWithFixedDelay(
                () -> Guarded.enter(this, NodeProber::probe), nanos, nanos, TimeUnit.NANOSECONDS);
    }

    // A periodic task that throws would not run again.
    @Override
    public void onThrown(Throwable thrown) {
        LOG.atError().setCause(thrown).log("asking nodes that were left out failed");
    }

    private void probe() {
        for (UpstreamNode node : cluster.cluster().nodes()) {
            if (node.health().ejected()) {
                ask(node);
            }
        }
    }

    private void ask(UpstreamNode node) {
        if (asked.add(node)) {
            cluster.open(new Probe(node));
        }
    }

    // On whichever thread the node raised a doubt.
    private void doubted(UpstreamNode node) {
        if (loop.isShuttingDown()) {
            node.health().unasked();
        } else {
            loop.execute(() -> Guarded.enter(this, node, NodeProber::ask));
        }
    }

    /** One question. Any status counts as an answer. */
    private final class Probe implements ConnectionOwner, UpstreamUser {
        private final ClusterConfig config = cluster.cluster().config();
        private final UpstreamNode node;
        private final Deadline deadline = new GuardedLoop(loop, this).deadline(this::late);
        private final long begun = System.nanoTime();
        private @Nullable UpstreamConnection connection;

        Probe(UpstreamNode node) {
            this.node = node;
        }

        @Override
        public UpstreamNode node() {
            return node;
        }

        @Override
        public void connected(UpstreamConnection opened) {
            connection = opened;
            Guarded.enter(this, opened, Probe::ask);
        }

        private void ask(UpstreamConnection opened) {
            opened.begin(this);
            deadline.set(System.nanoTime() + config.timeouts().connect().toNanos());
            var request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.HEAD, "/");
            request.headers().set(HttpHeaderNames.HOST, node.authority());
            AuthConfig auth = config.auth();
            if (auth != null) {
                request.headers().set(HttpHeaderNames.AUTHORIZATION, auth.header());
            }
            opened.writeHead(request);
            opened.write(LastHttpContent.EMPTY_LAST_CONTENT);
            opened.flush();
            opened.read();
        }

        @Override
        public void notOpened(Failure failure) {
            node.health().unasked();
            asked.remove(node);
        }

        @Override
        public void released(UpstreamConnection answered) {
            answered.abort();
        }

        @Override
        public void closed(UpstreamConnection ended, boolean inUse) {
            deadline.close();
            asked.remove(node);
        }

        @Override
        public void onResponseHead(HttpResponse head) {
            if (connection != null) {
                connection.reportSuccess();
            }
        }

        @Override
        public void onResponseContent(HttpContent content) {
            boolean last = content instanceof LastHttpContent;
            content.release();
            if (last && connection != null) {
                deadline.close();
                connection.release();
            }
        }

        @Override
        public void onResponseReadComplete() {
            if (connection != null) {
                connection.read();
            }
        }

        @Override
        public void onUpstreamWritabilityChanged() {}

        @Override
        public void onBroken(NodeHealth health) {
            health.failed(begun);
        }

        @Override
        public void onUpstreamFailure(Failure failure) {}

        private void late() {
            if (connection != null) {
                node.health().failed(begun);
                connection.abort();
            }
        }

        @Override
        public void onThrown(Throwable thrown) {
            node.health().unasked();
            NodeProber.this.onThrown(thrown);
            if (connection != null) {
                connection.abort();
            }
        }
    }
}

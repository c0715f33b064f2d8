package io.sluice.regroup;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.sluice.failure.Failure;
import io.sluice.tracing.RequestTrace;
import io.sluice.upstream.ConnectionWait;
import io.sluice.upstream.ConnectionWaiter;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.UpstreamConnection;
import io.sluice.upstream.UpstreamNode;
import io.sluice.upstream.UpstreamUser;
import io.sluice.wire.ByteQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A bulk that goes to one node unchanged, beginning with its held bytes. Owns the bytes that it holds. On the bulk's event loop. */
final class WholeRelay implements ConnectionWaiter {
    private final LoopCluster cluster;
    private final HttpRequest head;
    private final ByteQueue held;
    private final UpstreamUser user;
    private final List<UpstreamNode> tried = new ArrayList<>(1);
    /** Says what the request shows its cluster, and traces it. */
    private final LoopContext loop;

    private final BulkTrace facts;

    private boolean ended;
    private @Nullable ConnectionWait wait;
    private @Nullable UpstreamConnection connection;

    /**
     * @param head becomes the relay's
     * @param held becomes the relay's
     * @param ended whether that is all of it
     * @param loop the bulk's
     * @param facts told of the nodes
     */
    WholeRelay(
            LoopCluster cluster,
            HttpRequest head,
            ByteQueue held,
            UpstreamUser user,
            boolean ended,
            LoopContext loop,
            BulkTrace facts) {
        this.cluster = cluster;
        this.head = head;
        this.held = held;
        this.user = user;
        this.ended = ended;
        this.loop = loop;
        this.facts = facts;
    }

    /** Asks for a connection. */
    void open() {
        facts.attempt();
        wait = cluster.acquire(this, tried, loop.client());
    }

    /** Takes over a part of the body; it must not be given before there is a connection, unless it is the last. */
    void write(ByteBuf part, boolean last) {
        ended |= last;
        if (connection == null) {
            held.add(part);
            return;
        }
        if (part.isReadable()) {
            connection.writeBody(part);
        } else {
            part.release();
        }
        if (last) {
            connection.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
    }

    /** The connection; null if it is not there yet, or not any more. */
    @Nullable UpstreamConnection connection() {
        return connection;
    }

    @Override
    public void onConnection(UpstreamConnection taken) {
        wait = null;
        connection = taken;
        taken.begin(user);
        cluster.address(head.headers(), taken.node(), loop.credentials());
        facts.node(taken.node());
        RequestTrace trace = loop.trace();
        if (trace != null) {
            trace.sending(cluster.cluster().name(), taken.node().address());
            trace.addTo(head.headers());
        }
        taken.writeHead(head);
        for (ByteBuf part = held.poll(); part != null; part = held.poll()) {
            taken.writeBody(part);
        }
        if (ended) {
            taken.write(LastHttpContent.EMPTY_LAST_CONTENT);
        }
        taken.flush();
        // The exchange asked before there was a connection to read from.
        taken.read();
        user.onUpstreamWritabilityChanged();
    }

    @Override
    public void onNoConnection(UpstreamNode node, Failure failure) {
        wait = null;
        tried.add(node);
        Failure told = cluster.afterNoConnection(failure, tried, tried.size());
        if (told == null) {
            open();
        } else {
            user.onUpstreamFailure(told);
        }
    }

    @Override
    public void onThrown(Throwable thrown) {
        user.onThrown(thrown);
    }

    void release() {
        if (connection != null) {
            connection.release();
            connection = null;
        }
    }

    void abort() {
        if (wait != null) {
            wait.cancel();
            wait = null;
        }
        if (connection != null) {
            connection.abort();
            connection = null;
        }
        held.close();
    }
}

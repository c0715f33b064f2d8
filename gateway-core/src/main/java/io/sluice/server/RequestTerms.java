package io.sluice.server;

import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.sluice.api.CidrBlock;
import io.sluice.exchange.Origin;
import io.sluice.exchange.RequestId;
import io.sluice.exchange.RequestIds;
import io.sluice.exchange.UseCount;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@link ListenerTerms} that the requests of one connection meet: each request its own to its end, and the connection between
 * two requests those that are current. Also counts the request in and out. An idle connection holds nothing of a generation. On the connection's event loop.
 */
final class RequestTerms {
    private static final Failure CLOSED = Failure.of(FailureKind.NO_UPSTREAM, "this listener has been closed");

    private static final Failure OUTDATED = Failure.of(
            FailureKind.NO_UPSTREAM,
            "the client's certificate has expired, or this connection was made before other certificates were asked for:"
                    + " connect again");

    private final ListenerContext listener;
    private final EventLoop loop;
    private final Peer peer;
    private List<CidrBlock> trustedProxies;
    private Forwarding forwarding;
    /** Those of the request that is under way; null between two requests. */
    private @Nullable ListenerTerms taken;

    private @Nullable UseCount counted;
    private final RequestIds ids = new RequestIds();
    /** Of the request that is under way, or is being refused; null if none is or it needed none. */
    private @Nullable RequestId id;
    /** The request was counted in by the admission and has not been counted out. */
    private boolean admitted;

    private long takenNanos;

    RequestTerms(ListenerContext listener, EventLoop loop, Peer peer) {
        this.listener = listener;
        this.loop = loop;
        this.peer = peer;
        this.trustedProxies = listener.terms().config().trustedProxies();
        this.forwarding = new Forwarding(listener.name(), peer, trustedProxies);
    }

    /** Those of the request that is under way, or else the listener's current ones. */
    ListenerTerms now() {
        ListenerTerms own = taken;
        return own == null ? listener.terms() : own;
    }

    /** Whether another request of this connection would be taken. */
    boolean hold() {
        return peer.isAcceptedBy(listener.terms());
    }

    /** Takes the current ones for a request that begins; a failure if the listener takes no requests any more. */
    @Nullable Failure take() {
        end();
        id = ids.next();
        ListenerTerms current = listener.terms();
        if (!peer.isAcceptedBy(current)) {
            return OUTDATED;
        }
        UseCount uses = current.servicesOn(loop).uses();
        if (!uses.enter()) {
            return CLOSED;
        }
        counted = uses;
        taken = current;
        takenNanos = System.nanoTime();
        List<CidrBlock> proxies = current.config().trustedProxies();
        if (!proxies.equals(trustedProxies)) {
            trustedProxies = proxies;
            forwarding = new Forwarding(listener.name(), peer, proxies);
        }
        return null;
    }

    /** Counts the request in; a failure where it may not begin. */
    @Nullable Failure admit() {
        Failure failure = listener.admission().enter();
        admitted = failure == null;
        return failure;
    }

    /** The request has ended, if one was under way. */
    void end() {
        id = null;
        if (admitted) {
            admitted = false;
            listener.admission().leave();
        }
        UseCount uses = counted;
        if (uses != null) {
            counted = null;
            taken = null;
            uses.leave();
        }
    }

    /** What the request is called that is under way, or that is refused before it is complete. */
    RequestId id() {
        RequestId made = id;
        if (made == null) {
            made = ids.next();
            id = made;
        }
        return made;
    }

    /** A request that is refused now; its head is null if none was read. */
    Refused refused(Failure failure, @Nullable HttpRequest head) {
        return new Refused(id(), forwarding.origin(head), loop, failure, head);
    }

    /** Why the request is refused for what it says of its client; null if it is not. */
    @Nullable Failure checkClient(HttpHeaders headers) {
        return forwarding.check(headers);
    }

    /** Rewrites the headers for the way on, and says where the request came from. */
    Origin forward(HttpHeaders headers) {
        return forwarding.apply(headers);
    }

    /** How long the request that is counted there has been under way, in nanoseconds; -1 if there is none. */
    long nanosOn(UseCount uses) {
        return uses.equals(counted) ? System.nanoTime() - takenNanos : -1;
    }
}

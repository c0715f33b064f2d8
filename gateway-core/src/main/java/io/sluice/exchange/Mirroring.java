package io.sluice.exchange;

import io.netty.channel.EventLoop;
import io.sluice.api.RequestHead;
import io.sluice.config.AuthConfig;
import io.sluice.mirror.Mirror;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.Relay;

/** Puts the mirror of a flow over the relays of its exchanges. Stateless. */
final class Mirroring {
    private Mirroring() {}

    /**
     * The relay to use in place of another, which has not begun: the same where nothing is copied, and where the mirror's
     * cluster gets the request itself.
     *
     * @param head as the filters left it
     */
    static Relay over(
            Relay relay, Flow flow, LoopServices services, ExchangeFacts facts, RequestHead head, EventLoop on) {
        Mirror mirror = flow.mirror();
        if (mirror == null || !mirror.wants(head)) {
            return relay;
        }
        String other = mirror.config().cluster().value();
        String own = flow.orOwn(facts.chosenCluster());
        if (other.equals(own) || relay.alsoReaches(other)) {
            mirror.reached();
            return relay;
        }
        if (!services.uses().enter()) {
            return relay;
        }
        LoopCluster first = services.cluster(own);
        AuthConfig auth = first.cluster().config().auth();
        boolean shown = facts.credentials() != null
                || auth != null && auth.inject()
                || !LoopCluster.isOwnIdentity(facts.original().headers(), head.headers());
        LoopCluster target = services.cluster(other);
        return mirror.over(relay, new Mirror.Place(on, target, head, shown, services.uses()::leave));
    }
}

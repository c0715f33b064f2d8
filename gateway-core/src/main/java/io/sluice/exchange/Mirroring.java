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
     * The relay to use in place of another, which has not begun: the same where nothing is copied.
     *
     * @param head as the filters left it
     */
    static Relay over(
            Relay relay, Flow flow, LoopServices services, ExchangeFacts facts, RequestHead head, EventLoop on) {
        Mirror mirror = flow.mirror();
        if (mirror == null || !mirror.wants(head) || !services.uses().enter()) {
            return relay;
        }
        LoopCluster first = services.cluster(flow.orOwn(facts.chosenCluster()));
        AuthConfig auth = first.cluster().config().auth();
        boolean shown = facts.credentials() != null
                || auth != null && auth.inject()
                || !LoopCluster.isSameIdentity(facts.original().headers(), head.headers());
        LoopCluster target = services.cluster(mirror.config().cluster().value());
        return mirror.over(relay, new Mirror.Place(on, target, head, shown, services.uses()::leave));
    }
}

package io.sluice.exchange;

import io.sluice.api.RequestTarget;
import io.sluice.chain.ReadingRequest;

/** Which requests may be sent a second time although the first may have been executed: those that only read. */
final class ReplayRule {
    private ReplayRule() {}

    static boolean isReplayable(String method, RequestTarget target) {
        return ReadingRequest.isPlain(method, target) && !ReadingRequest.isOneOfSeveral(method, target);
    }
}

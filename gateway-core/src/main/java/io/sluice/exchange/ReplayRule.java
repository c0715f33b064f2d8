package io.sluice.exchange;

import io.sluice.api.RequestTarget;
import io.sluice.chain.ReadingRequest;

/** Which requests may be sent a second time although the first may have been executed: those that only read. */
final class ReplayRule {
    private ReplayRule() {}

    static boolean isReplayable(String method, RequestTarget target) {
        if (ReadingRequest.isStateful(target) || target.rawQuery() != null && opensScroll(target)) {
            return false;
        }
        return ReadingRequest.is(method, target);
    }

    private static boolean opensScroll(RequestTarget target) {
        try {
            return target.parameter("scroll") != null;
        } catch (IllegalArgumentException e) {
            return true;
        }
    }
}

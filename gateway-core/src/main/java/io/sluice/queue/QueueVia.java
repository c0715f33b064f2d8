package io.sluice.queue;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.sluice.api.RequestHead;
import java.security.SecureRandom;
import java.util.List;

/**
 * A queue's element of Via (RFC 9110, 7.6.3). It is different in each process, so that a write is known that the
 * queue itself has sent. Immutable.
 */
final class QueueVia {
    private static final String HEADER = HttpHeaderNames.VIA.toString();

    private final String name;

    QueueVia(SecureRandom random) {
        name = "sluice-queue-" + DrawnIds.draw(random);
    }

    /** The head of a bulk that the queue sends, with the element. */
    RequestHead addTo(RequestHead bulk) {
        return bulk.withHeader(HEADER, "1.1 " + name);
    }

    /** The values of Via that a request has. */
    static List<String> valuesOf(RequestHead head) {
        return head.headers().all(HEADER);
    }

    /** Whether the element is in one of these values of Via. */
    boolean isIn(List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).contains(name)) {
                return true;
            }
        }
        return false;
    }
}

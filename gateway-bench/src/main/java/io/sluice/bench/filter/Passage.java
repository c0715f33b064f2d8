package io.sluice.bench.filter;

import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.failure.Failure;

/** What becomes of a request in its chain. */
public sealed interface Passage {
    /** In a few words, for messages. */
    String text();

    /**
     * It is forwarded to a cluster.
     *
     * @param head as it is sent, but for the headers that belong to a connection
     * @param untouched whether no filter reads the body
     * @param bodyBytes size of the body as it is sent
     */
    record Relayed(RequestHead head, String cluster, boolean untouched, long bodyBytes) implements Passage {
        @Override
        public String text() {
            return "it goes on to cluster " + cluster;
        }
    }

    /** A filter answers it, or its body is refused while it is read. */
    record Answered(Reply reply) implements Passage {
        @Override
        public String text() {
            return "it is answered with " + reply.status();
        }
    }

    /** The gateway cannot serve it: a filter failed, or the request is not what it should be. */
    record Failed(Failure failure) implements Passage {
        @Override
        public String text() {
            return "it fails with " + failure.status() + ", " + failure.reason();
        }
    }
}

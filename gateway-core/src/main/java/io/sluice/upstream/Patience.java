package io.sluice.upstream;

import java.util.function.Consumer;

/**
 * How long a late answer is awaited, as its node may yet carry the request out: a server that hangs takes what its machine received for
 * it when it goes on, whether or not the connection is still there.
 *
 * @param nanos beyond the cluster's time for answers, while the connection lives; 0 if the request is given up then
 * @param late told which node is late when that time begins, on the request's event loop
 */
public record Patience(long nanos, Consumer<UpstreamNode> late) {
    /** No answer is awaited beyond the cluster's time: somebody else decides what follows. */
    public static final Patience NONE = new Patience(0, node -> {});

    /** An answer is late, which raises a doubt about its node. Returns whether it is to be awaited. */
    public boolean begins(UpstreamNode node) {
        node.health().late();
        if (nanos == 0) {
            return false;
        }
        late.accept(node);
        return true;
    }
}

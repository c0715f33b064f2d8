package io.sluice.bench.load.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests made before the start and sent in turn, again and again. */
public final class PreparedPool implements RequestSource {
    private static final long MAX_BYTES = 512L << 20;

    private final List<PreparedRequest> requests = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();

    /** Makes {@code count} requests, fewer where they would take more than 512 MiB. */
    public PreparedPool(RequestBuilder builder, int count) {
        long bytes = 0;
        while (requests.size() < count && bytes < MAX_BYTES) {
            PreparedRequest made = builder.next();
            bytes += made.wire().readableBytes();
            requests.add(made);
        }
    }

    /** Takes these requests, which are its own from now on. */
    public PreparedPool(List<PreparedRequest> given) {
        requests.addAll(given);
    }

    @Override
    public PreparedRequest poll() {
        return requests.get(Math.floorMod(next.getAndIncrement(), requests.size()));
    }

    @Override
    public void done(PreparedRequest request) {}

    @Override
    public void close() {
        requests.forEach(request -> request.wire().release());
        requests.clear();
    }
}

package io.sluice.bench.load.request;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Requests made before the start, each sent once, so that every document is new. */
public final class OnceEach implements RequestSource {
    private final ConcurrentLinkedQueue<PreparedRequest> requests = new ConcurrentLinkedQueue<>();

    /** Makes them now. */
    public OnceEach(RequestBuilder builder, int count) {
        for (int i = 0; i < count; i++) {
            requests.add(builder.next());
        }
    }

    @Override
    public @Nullable PreparedRequest poll() {
        return requests.poll();
    }

    @Override
    public void done(PreparedRequest request) {
        request.wire().release();
    }

    @Override
    public void close() {
        for (PreparedRequest left = requests.poll(); left != null; left = requests.poll()) {
            left.wire().release();
        }
    }
}

package io.sluice.bench.indexing;

import io.sluice.bench.load.request.PreparedRequest;
import io.sluice.bench.load.request.RequestBuilder;
import io.sluice.bench.load.request.RequestSource;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Requests made before the start, each sent once, so that every document is new. */
final class OnceEach implements RequestSource {
    private final ConcurrentLinkedQueue<PreparedRequest> requests = new ConcurrentLinkedQueue<>();

    OnceEach(RequestBuilder builder, int count) {
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

package io.sluice.bench.load.request;

import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Every request is made once, ahead of its use, on a thread of its own. */
public final class FreshRequests implements RequestSource {
    private final ArrayBlockingQueue<PreparedRequest> ready;
    private final Thread generator;

    /** Starts to make requests, at most {@code ahead} before they are needed. */
    public FreshRequests(RequestBuilder builder, int ahead) {
        ready = new ArrayBlockingQueue<>(ahead);
        generator = Thread.ofPlatform().name("request-generator").daemon().start(() -> generate(builder));
    }

    @Override
    public @Nullable PreparedRequest poll() {
        return ready.poll();
    }

    @Override
    public void done(PreparedRequest request) {
        request.wire().release();
    }

    @Override
    public void close() {
        generator.interrupt();
        ready.forEach(request -> request.wire().release());
        ready.clear();
    }

    private void generate(RequestBuilder builder) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                ready.put(builder.next());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

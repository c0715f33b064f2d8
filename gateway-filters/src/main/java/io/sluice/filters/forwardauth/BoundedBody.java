package io.sluice.filters.forwardauth;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Reads a body to its end and forgets it, so that the connection can be used again; one that is too long is a failure. */
final class BoundedBody implements HttpResponse.BodySubscriber<Boolean> {

    static final int MOST = 64 << 10;

    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;
    private long read;

    @Override
    public CompletionStage<Boolean> getBody() {
        return ended;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> items) {
        items.forEach(each -> read += each.remaining());
        if (read > MOST) {
            Objects.requireNonNull(subscription).cancel();
            ended.completeExceptionally(new IOException("the service's answer is longer than " + MOST + " bytes"));
        }
    }

    @Override
    public void onError(Throwable failure) {
        ended.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        ended.complete(true);
    }
}

package io.sluice.devcluster.clients.elasticsearch;

import co.elastic.clients.elasticsearch._helpers.bulk.BulkListener;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.BulkResponse;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the client's helper for bulks was answered; told by the client's threads, printed when the helper is closed. */
final class Batches implements BulkListener<Void> {

    private final Queue<Answers.Call> answered = new ConcurrentLinkedQueue<>();
    private final Answers answers;

    Batches(Answers answers) {
        this.answers = answers;
    }

    @Override
    public void beforeBulk(long execution, BulkRequest request, List<Void> contexts) {}

    @Override
    public void afterBulk(long execution, BulkRequest request, List<Void> contexts, BulkResponse response) {
        answered.add(() -> response);
    }

    @Override
    public void afterBulk(long execution, BulkRequest request, List<Void> contexts, Throwable failure) {
        answered.add(() -> "failed with " + failure);
    }

    void print() throws IOException {
        for (Answers.Call call : answered) {
            answers.print("bulk helper", call);
        }
    }
}

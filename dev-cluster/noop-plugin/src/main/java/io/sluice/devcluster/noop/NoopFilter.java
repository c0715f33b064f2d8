package io.sluice.devcluster.noop;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkAction;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteResponse;
import org.elasticsearch.action.index.IndexResponse;
import org.elasticsearch.action.search.SearchAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.replication.ReplicationResponse;
import org.elasticsearch.action.update.UpdateResponse;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.internal.InternalSearchResponse;
import org.elasticsearch.tasks.Task;

/** Answers in place of the actions where all indices of a request begin with {@link #PREFIX}; lets everything else pass. Any thread. */
final class NoopFilter implements ActionFilter {

    static final String PREFIX = "noop";

    /** Before every filter of the server itself. */
    @Override
    public int order() {
        return Integer.MIN_VALUE;
    }

    @Override
    public <Q extends ActionRequest, A extends ActionResponse> void apply(
            Task task, String action, Q request, ActionListener<A> listener, ActionFilterChain<Q, A> chain) {
        if (action.equals(BulkAction.NAME) && request instanceof BulkRequest bulk && isNoop(bulk)) {
            answer(listener, bulkAnswer(bulk));
        } else if (action.equals(SearchAction.NAME) && request instanceof SearchRequest search && isNoop(search)) {
            answer(listener, emptyAnswer());
        } else {
            chain.proceed(task, action, request, listener);
        }
    }

    /** Asks the items: the names that the request itself keeps are lost on the way over transport. */
    private static boolean isNoop(BulkRequest bulk) {
        return bulk.numberOfActions() > 0
                && bulk.requests().stream().allMatch(item -> item.index().startsWith(PREFIX));
    }

    private static boolean isNoop(SearchRequest search) {
        String[] indices = search.indices();
        return indices.length > 0 && Arrays.stream(indices).allMatch(index -> index.startsWith(PREFIX));
    }

    /** The action's name says of which type its answer is. */
    @SuppressWarnings("unchecked")
    private static <A extends ActionResponse> void answer(ActionListener<A> listener, ActionResponse answer) {
        listener.onResponse((A) answer);
    }

    private static BulkResponse bulkAnswer(BulkRequest bulk) {
        List<DocWriteRequest<?>> requests = bulk.requests();
        BulkItemResponse[] items = new BulkItemResponse[requests.size()];
        for (int i = 0; i < items.length; i++) {
            items[i] = BulkItemResponse.success(i, requests.get(i).opType(), itemAnswer(requests.get(i)));
        }
        return new BulkResponse(items, 0);
    }

    private static DocWriteResponse itemAnswer(DocWriteRequest<?> item) {
        ShardId shard = new ShardId(item.index(), "_na_", 0);
        String id = item.id() == null ? UUIDs.base64UUID() : item.id();
        DocWriteResponse answer = switch (item.opType()) {
            case INDEX, CREATE -> new IndexResponse(shard, item.type(), id, 0, 1, 1, true);
            case UPDATE -> new UpdateResponse(shard, item.type(), id, 0, 1, 1, DocWriteResponse.Result.UPDATED);
            case DELETE -> new DeleteResponse(shard, item.type(), id, 0, 1, 1, true);
        };
        answer.setShardInfo(new ReplicationResponse.ShardInfo(1, 1));
        return answer;
    }

    private static SearchResponse emptyAnswer() {
        return new SearchResponse(
                InternalSearchResponse.empty(),
                null,
                1,
                1,
                0,
                0,
                ShardSearchFailure.EMPTY_ARRAY,
                SearchResponse.Clusters.EMPTY);
    }
}

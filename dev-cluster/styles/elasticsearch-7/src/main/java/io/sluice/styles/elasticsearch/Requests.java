package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.RefusedException;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentType;

/** The same request objects for both clients that take them: only the way to the server differs. */
final class Requests {
    private Requests() {}

    static BulkRequest bulk(String index, Bulk documents) {
        BulkRequest request = new BulkRequest();
        for (int i = 0; i < documents.size(); i++) {
            request.add(new IndexRequest(index)
                    .id(documents.id(i))
                    .source(documents.sources().get(i), XContentType.JSON));
        }
        return request;
    }

    static SearchRequest search(String index, String phrase) {
        return new SearchRequest(index)
                .source(new SearchSourceBuilder().query(QueryBuilders.matchPhraseQuery("name", phrase)));
    }

    static void requireAll(BulkResponse answer) throws RefusedException {
        if (answer.hasFailures()) {
            throw new RefusedException(answer.buildFailureMessage());
        }
    }

    static long hits(SearchResponse answer) throws RefusedException {
        if (answer.getHits().getTotalHits() == null) {
            throw new RefusedException("the answer has no total of hits");
        }
        return answer.getHits().getTotalHits().value;
    }
}

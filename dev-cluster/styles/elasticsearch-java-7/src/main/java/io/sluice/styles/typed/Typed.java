package io.sluice.styles.typed;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.elasticsearch.core.BulkResponse;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.TotalHits;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.RefusedException;
import io.sluice.styles.trial.Target;
import java.io.IOException;
import java.util.function.IntFunction;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.message.BasicHeader;
import org.elasticsearch.client.RestClient;

/** The client below both styles, with its defaults but for the target's headers; closing it closes its connections. */
final class Typed implements AutoCloseable {
    private final RestClientTransport transport;
    private final ObjectMapper mapper;
    private final ElasticsearchClient client;

    Typed(Target target) {
        Header[] headers = target.headers().entrySet().stream()
                .map(header -> new BasicHeader(header.getKey(), header.getValue()))
                .toArray(Header[]::new);
        RestClient rest = RestClient.builder(new HttpHost(target.host(), target.port()))
                .setDefaultHeaders(headers)
                .build();
        // the gateway's layout with a shared index adds a member to documents
        mapper = new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        transport = new RestClientTransport(rest, new JacksonJsonpMapper(mapper));
        client = new ElasticsearchClient(transport);
    }

    ElasticsearchClient client() {
        return client;
    }

    ObjectMapper mapper() {
        return mapper;
    }

    /** Sends one bulk with the documents that the function gives for each position. */
    void bulk(String index, Bulk documents, IntFunction<?> document) throws IOException {
        BulkRequest.Builder request = new BulkRequest.Builder().index(index);
        for (int i = 0; i < documents.size(); i++) {
            int at = i;
            request.operations(
                    one -> one.index(item -> item.id(documents.id(at)).document(document.apply(at))));
        }
        BulkResponse answer = client.bulk(request.build());
        if (answer.errors()) {
            throw new RefusedException("items of a bulk failed");
        }
    }

    static long hits(SearchResponse<?> answer) throws RefusedException {
        TotalHits total = answer.hits().total();
        if (total == null) {
            throw new RefusedException("the answer has no total of hits");
        }
        return total.value();
    }

    @Override
    public void close() throws IOException {
        transport.close();
    }
}

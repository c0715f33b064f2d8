package io.sluice.bench.compare.clients;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import io.sluice.bench.compare.clients.style.City;
import io.sluice.bench.compare.clients.style.CityPage;
import io.sluice.bench.compare.clients.style.CitySearch;
import io.sluice.bench.compare.clients.style.SearchStyle;
import io.sluice.bench.compare.clients.style.TypedStyle;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.HttpHost;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.entity.ContentType;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RestClient;

/** The application's HTTP client. All styles use the same low-level client, so HTTP costs them the same. Thread-safe. */
@FunctionalInterface
interface CityClient {
    CityPage search(CitySearch search) throws IOException;

    /** A low-level client with that many connections; the caller closes it. */
    static RestClient http(HttpHost target, int connections) {
        return RestClient.builder(target)
                .setHttpClientConfigCallback(
                        http -> http.setMaxConnPerRoute(connections).setMaxConnTotal(connections))
                .build();
    }

    /** The client of a style over {@code http}. */
    static CityClient of(SearchStyle.Kind kind, RestClient http) {
        if (kind == SearchStyle.Kind.TYPED) {
            ElasticsearchClient client = new ElasticsearchClient(new RestClientTransport(http, TypedStyle.mapper()));
            return search -> TypedStyle.page(client.search(TypedStyle.request(search), City.class));
        }
        SearchStyle style = kind.make();
        return search -> {
            Request request = new Request("POST", "/cities/_search?typed_keys=true");
            request.setEntity(new ByteArrayEntity(style.query(search), ContentType.APPLICATION_JSON));
            try (InputStream answer = http.performRequest(request).getEntity().getContent()) {
                return style.page(answer);
            }
        };
    }
}

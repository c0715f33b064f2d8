package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Target;
import java.io.IOException;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.RestHighLevelClient;

/** The high-level REST client: the request objects of the transport client over HTTP. */
@SuppressWarnings("deprecation")
final class HighLevelStyle implements ClientStyle {
    private final RestHighLevelClient client;

    private HighLevelStyle(RestHighLevelClient client) {
        this.client = client;
    }

    static ClientStyle open(Target target) {
        return new HighLevelStyle(new RestHighLevelClient(RestClients.of(target)));
    }

    @Override
    public void bulk(String index, Bulk documents) throws IOException {
        Requests.requireAll(client.bulk(Requests.bulk(index, documents), RequestOptions.DEFAULT));
    }

    @Override
    public long search(String index, String phrase) throws IOException {
        return Requests.hits(client.search(Requests.search(index, phrase), RequestOptions.DEFAULT));
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}

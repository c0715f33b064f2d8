package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.Answers;
import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Phrase;
import io.sluice.styles.trial.Target;
import java.io.IOException;
import java.io.InputStream;
import org.apache.http.entity.ContentType;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.nio.entity.NStringEntity;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RestClient;

/** The low-level REST client: bytes out, and of the answers no more is parsed than an application must know. */
final class LowLevelStyle implements ClientStyle {
    private static final ContentType NDJSON = ContentType.create("application/x-ndjson");

    private final RestClient client;

    private LowLevelStyle(RestClient client) {
        this.client = client;
    }

    static ClientStyle open(Target target) {
        return new LowLevelStyle(RestClients.of(target).build());
    }

    @Override
    public void bulk(String index, Bulk documents) throws IOException {
        Request request = new Request("POST", "/" + index + "/_bulk");
        request.setEntity(new NByteArrayEntity(documents.ndjson(), NDJSON));
        try (InputStream answer = client.performRequest(request).getEntity().getContent()) {
            Answers.requireNoErrors(answer);
        }
    }

    @Override
    public long search(String index, String phrase) throws IOException {
        Request request = new Request("POST", "/" + index + "/_search");
        request.setEntity(new NStringEntity(Phrase.json(phrase), ContentType.APPLICATION_JSON));
        try (InputStream answer = client.performRequest(request).getEntity().getContent()) {
            return Answers.hits(answer);
        }
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}

package io.sluice.styles.typed;

import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.util.BinaryData;
import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Phrase;
import io.sluice.styles.trial.Target;
import java.io.IOException;
import java.io.StringReader;

/** The same client with JSON in place of the DSL and of objects: queries are given as JSON, documents go out and come back as bytes. */
final class TypedJsonStyle implements ClientStyle {
    private static final String JSON = "application/json";

    private final Typed typed;

    private TypedJsonStyle(Typed typed) {
        this.typed = typed;
    }

    static ClientStyle open(Target target) {
        return new TypedJsonStyle(new Typed(target));
    }

    @Override
    public void bulk(String index, Bulk documents) throws IOException {
        typed.bulk(index, documents, i -> BinaryData.of(documents.sources().get(i), JSON));
    }

    @Override
    public long search(String index, String phrase) throws IOException {
        SearchResponse<BinaryData> answer = typed.client()
                .search(
                        search -> search.index(index).withJson(new StringReader(Phrase.json(phrase))),
                        BinaryData.class);
        return Typed.hits(answer);
    }

    @Override
    public void close() throws IOException {
        typed.close();
    }
}

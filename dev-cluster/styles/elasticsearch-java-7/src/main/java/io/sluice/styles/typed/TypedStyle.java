package io.sluice.styles.typed;

import co.elastic.clients.elasticsearch.core.SearchResponse;
import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;

/** Queries by the DSL, documents as objects: made from JSON the first time that each is sent, and kept. */
final class TypedStyle implements ClientStyle {
    private final Typed typed;
    private final IdentityHashMap<byte[], City> cities = new IdentityHashMap<>();

    private TypedStyle(Typed typed) {
        this.typed = typed;
    }

    static ClientStyle open(Target target) {
        return new TypedStyle(new Typed(target));
    }

    @Override
    public void bulk(String index, Bulk documents) throws IOException {
        typed.bulk(
                index,
                documents,
                i -> cities.computeIfAbsent(documents.sources().get(i), this::city));
    }

    @Override
    public long search(String index, String phrase) throws IOException {
        SearchResponse<City> answer = typed.client()
                .search(
                        search -> search.index(index)
                                .query(query -> query.matchPhrase(
                                        match -> match.field("name").query(phrase))),
                        City.class);
        return Typed.hits(answer);
    }

    @Override
    public void close() throws IOException {
        typed.close();
    }

    private City city(byte[] source) {
        try {
            return typed.mapper().readValue(source, City.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.sluice.bench.compare.clients.style;

import co.elastic.clients.elasticsearch._types.FieldValue;
import co.elastic.clients.elasticsearch._types.SortOrder;
import co.elastic.clients.elasticsearch._types.aggregations.Aggregation;
import co.elastic.clients.elasticsearch._types.aggregations.StringTermsBucket;
import co.elastic.clients.elasticsearch._types.query_dsl.BoolQuery;
import co.elastic.clients.elasticsearch._types.query_dsl.Operator;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.Hit;
import co.elastic.clients.json.JsonpDeserializer;
import co.elastic.clients.json.JsonpMapper;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import jakarta.json.stream.JsonGenerator;
import jakarta.json.stream.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The official client's way: a request built by its builders, an answer decoded into its classes and the application's own. */
public final class TypedStyle implements SearchStyle {
    private final JsonpMapper mapper = mapper();
    private final JsonpDeserializer<SearchResponse<City>> deserializer =
            SearchResponse.createSearchResponseDeserializer(JsonpDeserializer.of(City.class));

    /** What reads documents; for a client of one's own. */
    public static JsonpMapper mapper() {
        return new JacksonJsonpMapper(
                new ObjectMapper().setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE));
    }

    /** As the client's transport serialises it. */
    @Override
    public byte[] query(CitySearch search) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator generator = mapper.jsonProvider().createGenerator(out)) {
            mapper.serialize(request(search), generator);
        }
        return out.toByteArray();
    }

    /** As the client's transport decodes it. */
    @Override
    public CityPage page(byte[] answer) {
        try (JsonParser parser = mapper.jsonProvider().createParser(new ByteArrayInputStream(answer))) {
            return page(deserializer.deserialize(parser, mapper));
        }
    }

    /** The request, for the client itself. */
    public static SearchRequest request(CitySearch search) {
        return SearchRequest.of(request -> request.index("cities")
                .size(search.size())
                .trackTotalHits(total -> total.enabled(true))
                .query(query -> query.bool(bool -> bool(bool, search)))
                .sort(sort -> sort.field(field -> field.field("population").order(SortOrder.Desc)))
                .sort(sort -> sort.score(score -> score.order(SortOrder.Desc)))
                .aggregations("countries", countries())
                .highlight(highlight -> highlight
                        .preTags("<em>")
                        .postTags("</em>")
                        .fields("name", field -> field.numberOfFragments(0))));
    }

    private static BoolQuery.Builder bool(BoolQuery.Builder bool, CitySearch search) {
        List<FieldValue> countries =
                search.countries().stream().map(FieldValue::of).toList();
        return bool.must(must -> must.match(
                        match -> match.field("name").query(search.text()).operator(Operator.And)))
                .should(should -> should.match(match ->
                        match.field("alternatenames").query(search.text()).boost(0.5f)))
                .filter(filter -> filter.range(range -> range.number(
                        number -> number.field("population").gte(search.from()).lt(search.below()))))
                .filter(filter ->
                        filter.terms(terms -> terms.field("country_code").terms(values -> values.value(countries))));
    }

    private static Aggregation countries() {
        return Aggregation.of(countries -> countries
                .terms(terms -> terms.field("country_code").size(10))
                .aggregations("population", mean -> mean.avg(avg -> avg.field("population"))));
    }

    /** What the client's own classes say; the cities are theirs. */
    public static CityPage page(SearchResponse<City> response) {
        List<CityPage.Hit> hits = new ArrayList<>(response.hits().hits().size());
        for (Hit<City> hit : response.hits().hits()) {
            hits.add(new CityPage.Hit(
                    Objects.requireNonNull(hit.id()),
                    Objects.requireNonNull(hit.score()),
                    Objects.requireNonNull(hit.source()),
                    hit.highlight().getOrDefault("name", List.of())));
        }
        List<CityPage.Country> countries = new ArrayList<>();
        for (StringTermsBucket bucket : Objects.requireNonNull(
                        response.aggregations().get("countries"))
                .sterms()
                .buckets()
                .array()) {
            countries.add(new CityPage.Country(
                    bucket.key().stringValue(),
                    bucket.docCount(),
                    Objects.requireNonNull(bucket.aggregations().get("population"))
                            .avg()
                            .value()));
        }
        return new CityPage(Objects.requireNonNull(response.hits().total()).value(), hits, countries);
    }
}

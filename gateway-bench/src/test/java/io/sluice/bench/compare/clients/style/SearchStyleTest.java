package io.sluice.bench.compare.clients.style;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No style is spared work: all write the same query and make the same of an answer. */
class SearchStyleTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @ParameterizedTest
    @EnumSource
    void writesTheSameQuery(SearchStyle.Kind kind) throws IOException {
        CitySearch search = CitySearch.example(10);

        JsonNode query = MAPPER.readTree(kind.make().query(search));

        assertThat(query).isEqualTo(MAPPER.readTree(new StreamingStyle(true).query(search)));
        assertThat(query.at("/query/bool/must/0/match/name/query").asText()).isEqualTo(search.text());
        assertThat(query.at("/query/bool/filter/0/range/population/lt").asDouble())
                .isEqualTo(search.below());
        assertThat(query.at("/query/bool/filter/1/terms/country_code")).hasSameSizeAs(search.countries());
        assertThat(query.at("/sort/0/population/order").asText()).isEqualTo("desc");
        assertThat(query.at("/aggregations/countries/aggregations/population/avg/field")
                        .asText())
                .isEqualTo("population");
        assertThat(query.at("/highlight/fields/name/number_of_fragments").isInt())
                .isTrue();
        assertThat(query.path("size").asInt()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void writesWhatTheUserTypedAsData(SearchStyle.Kind kind) throws IOException {
        CitySearch search = new CitySearch("\"},{\\\u0001\n€𝄞", List.of("\"]"), -1, 2, 3);

        JsonNode query = MAPPER.readTree(kind.make().query(search));

        assertThat(query).isEqualTo(MAPPER.readTree(new TreeStyle().query(search)));
        assertThat(query.at("/query/bool/should/0/match/alternatenames/query").asText())
                .isEqualTo(search.text());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHOWN")
    void makesTheSameOfATenHitAnswer(SearchStyle.Kind kind) throws IOException {
        makesTheSame(kind, 10);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHOWN")
    void makesTheSameOfAThousandHits(SearchStyle.Kind kind) throws IOException {
        makesTheSame(kind, 1_000);
    }

    private static void makesTheSame(SearchStyle.Kind kind, int count) throws IOException {
        byte[] answer = CityAnswers.of(count);
        JsonNode root = MAPPER.readTree(answer);

        CityPage page = kind.make().page(answer);

        assertThat(page).isEqualTo(new TreeStyle().page(answer));
        assertThat(page).isEqualTo(kind.make().page(new ByteArrayInputStream(answer)));
        assertThat(page.total()).isEqualTo(4_711);
        assertThat(page.hits()).hasSize(count);
        assertThat(page.countries())
                .hasSameSizeAs(root.at("/aggregations/sterms#countries/buckets"))
                .allSatisfy(country -> assertThat(country.meanPopulation()).isPositive());
        CityPage.Hit last = page.hits().get(count - 1);
        JsonNode hit = root.at("/hits/hits/" + (count - 1));
        assertThat(last.id()).isEqualTo(hit.path("_id").asText());
        assertThat(last.score()).isEqualTo(hit.path("_score").asDouble());
        assertThat(last.names())
                .singleElement()
                .isEqualTo(hit.at("/highlight/name/0").asText());
        City city = last.city();
        assertThat(city)
                .isEqualTo(new City(
                        hit.at("/_source/geonameid").asLong(),
                        hit.at("/_source/name").asText(),
                        city.alternatenames(),
                        hit.at("/_source/country_code").asText(),
                        hit.at("/_source/admin1_code").asText(),
                        hit.at("/_source/population").asLong(),
                        hit.at("/_source/timezone").asText(),
                        List.of(
                                hit.at("/_source/location/0").asDouble(),
                                hit.at("/_source/location/1").asDouble())));
        assertThat(city.alternatenames()).hasSameSizeAs(hit.at("/_source/alternatenames"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHOWN")
    void decodesEscapesAndNegativeNumbers(SearchStyle.Kind kind) throws IOException {
        byte[] answer = """
                {"took":1,"timed_out":false,"_shards":{"total":1,"successful":1,"failed":0},"hits":{\
                "total":{"value":1,"relation":"eq"},"max_score":1,"hits":[{"_index":"cities","_id":"a\\"b","_score":-1.5e1,\
                "_source":{"geonameid":-7,"name":"\\u20ac \\ud834\\udd1e\\n","alternatenames":[],"country_code":"","admin1_code":"0",\
                "population":-12345678901,"timezone":"t","location":[-0.5,1e1]},"highlight":{"name":["x","y"]}}]},\
                "aggregations":{"sterms#countries":{"buckets":[]}}}""".getBytes(StandardCharsets.UTF_8);

        CityPage.Hit hit = kind.make().page(answer).hits().get(0);

        assertThat(hit)
                .isEqualTo(new CityPage.Hit(
                        "a\"b",
                        -15,
                        new City(-7, "€ 𝄞\n", List.of(), "", "0", -12_345_678_901L, "t", List.of(-0.5, 10.0)),
                        List.of("x", "y")));
    }

    @Test
    void leavesOutOfADocumentOnlyWhatIsNotShown() throws IOException {
        byte[] answer = CityAnswers.of(10);
        CityPage whole = new StreamingStyle(true).page(answer);

        CityPage shown = SearchStyle.Kind.SHOWN.make().page(answer);

        assertThat(shown.total()).isEqualTo(whole.total());
        assertThat(shown.countries()).isEqualTo(whole.countries());
        assertThat(shown.hits())
                .usingRecursiveComparison()
                .ignoringFields("city.alternatenames", "city.admin1Code", "city.timezone", "city.location")
                .isEqualTo(whole.hits());
        assertThat(shown.hits().get(0).city().alternatenames()).isEmpty();
    }

    @Test
    void refusesAStyleItDoesNotKnow() {
        assertThat(SearchStyle.Kind.parse("tree")).isEqualTo(SearchStyle.Kind.TREE);
        assertThatThrownBy(() -> SearchStyle.Kind.parse("soap")).hasMessageContaining("got 'soap'");
    }
}

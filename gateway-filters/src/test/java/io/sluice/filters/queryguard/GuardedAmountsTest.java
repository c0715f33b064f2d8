package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches have a server keep for each word, value or hit. */
class GuardedAmountsTest {

    private static int status(String body) {
        return json(guard("{amounts: {}}"), "POST", "/logs/_search", body.replace('\'', '"'))
                .everySplit()
                .status();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'aggs':{'a':{'diversified_sampler':{'field':'n','max_docs_per_value':%}}}} | 101 | 100",
                "{'aggs':{'a':{'diversified_sampler':{'field':'n','shard_size':%}}}} | 10001 | 10000",
                "{'aggs':{'a':{'sampler':{'shard_size':%},'aggs':{'b':{'max':{'field':'n'}}}}}} | 10001 | 10000",
                "{'aggs':{'a':{'terms':{'field':'n','shard_size':%}}}} | 1000001 | 1000000",
                "{'suggest':{'s':{'text':'a','term':{'field':'f','size':%}}}} | 101 | 100",
                "{'suggest':{'s':{'text':'a','term':{'field':'f','max_inspections':%}}}} | 101 | 100",
                "{'suggest':{'text':{'text':'a','term':{'field':'f','size':%}}}} | 101 | 100",
                "{'suggest':{'text':{'text':'a','phrase':{'field':'f','max_errors':%}}}} | 4 | 3",
                "{'suggest':{'s':{'text':'a','phrase':{'field':'f','token_limit':%}}}} | 11 | 10",
                "{'suggest':{'s':{'text':'a','phrase':{'field':'f','shard_size':%}}}} | 6 | 5",
                "{'suggest':{'s':{'prefix':'a','completion':{'field':'f','size':%}}}} | 10001 | 10000",
                "{'collapse':{'field':'f','max_concurrent_group_searches':%}} | 11 | 10",
                "{'aggs':{'a':{'moving_fn':{'window':%,'buckets_path':'b','script':'1'}}}} | 501 | 500",
                "{'query':{'match_phrase_prefix':{'f':{'query':'a','max_expansions':%}}}} | 101 | 100",
                "{'query':{'match_bool_prefix':{'f':{'query':'a','max_expansions':%}}}} | 101 | 100",
                "{'query':{'match':{'f':{'query':'a','max_expansions':%}}}} | 101 | 100",
                "{'query':{'multi_match':{'query':'a','max_expansions':%}}} | 101 | 100",
                "{'query':{'fuzzy':{'f':{'value':'a','max_expansions':%}}}} | 101 | 100",
                "{'query':{'query_string':{'query':'a','fuzzy_max_expansions':%}}} | 101 | 100",
                "{'query':{'intervals':{'f':{'wildcard':{'pattern':'a','max_expansions':%}}}}} | 101 | 100",
                "{'query':{'intervals':{'f':{'regexp':{'pattern':'a','max_expansions':%}}}}} | 101 | 100",
                "{'query':{'other':{'max_expansions':%}}} | 101 | 100",
                "{'aggs':{'a':{'histogram':{'field':'n','interval':%}}}} | 1e-18 | 0.001",
                "{'aggs':{'a':{'histogram':{'field':'n','interval':1,'offset':%}}}} | 1e300 | -2.5"
            })
    void areBound(String body, String much, String little) {
        assertThat(status(body.replace("%", much))).isEqualTo(400);
        assertThat(status(body.replace("%", little))).isEqualTo(200);
    }

    @Test
    void countATextForEachSuggestionThatSharesIt() {
        String body = "{'suggest':{%s,'text':'" + "a".repeat(200) + "'}}";

        assertThat(status(body.formatted(several("'s#':{'term':{'field':'f'}}", 11))))
                .isEqualTo(400);
        assertThat(status(body.formatted(several("'s#':{'term':{'field':'f'}}", 10))))
                .isEqualTo(200);
    }

    @Test
    void areBoundInNamesOfQueries() {
        String body = "{'query':{'bool':{'should':[%s]}}}";

        assertThat(status(body.formatted(several("{'match_all':{'_name':'n#'}}", 101))))
                .isEqualTo(400);
        assertThat(status(body.formatted(several("{'match_all':{'_name':'n#'}}", 100))))
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':{'range':{'f':{'gte':'1','format':'%'}}}}",
                "{'aggs':{'a':{'min':{'field':'f','format':'%'}}}}",
                "{'aggs':{'a':{'composite':{'sources':[{'s':{'date_histogram':{'field':'f','format':'%'}}}]}}}}",
                "{'aggs':{'a':{'max_bucket':{'buckets_path':'b','format':'%'}}}}",
                "{'docvalue_fields':[{'field':'f','format':'%'}]}",
                "{'sort':[{'f':{'format':'%'}}]}",
                "{'runtime_mappings':{'f':{'type':'date','format':'%'}}}"
            })
    void areBoundInAlternativesOfFormats(String body) {
        assertThat(status(body.replace("%", "d||".repeat(10) + "d"))).isEqualTo(400);
        assertThat(status(body.replace("%", "d||".repeat(9) + "d"))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'query':{'bool':{'should':[%]}}} | {'range':{'f':{'gte':'#','format':'FORMAT'}}}",
                "{'aggs':{%}} | 'a#':{'min':{'field':'f','format':'FORMAT'}}"
            })
    void areBoundInAllFormatsTogether(String body, String element) {
        String many = element.replace("FORMAT", "d||".repeat(9) + "d");

        assertThat(status(body.replace("%", several(many, 501)))).isEqualTo(400);
        assertThat(status(body.replace("%", several(many, 500)))).isEqualTo(200);
    }

    @Test
    void areBoundInMarksOfWords() {
        String body = "{'highlight':{'pre_tags':['%s'],'fields':{'f':{}}}}";

        assertThat(status(body.formatted("x".repeat(65)))).isEqualTo(400);
        assertThat(status(body.formatted("x".repeat(64)))).isEqualTo(200);
    }

    /** A server opens each word that they stand for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'intervals':{'f':{'prefix':{'prefix':'a#'}}}}",
                "{'intervals':{'f':{'any_of':{'intervals':[{'wildcard':{'pattern':'a#*'}}]}}}}",
                "{'intervals':{'f':{'regexp':{'pattern':'a#'}}}}",
                "{'intervals':{'f':{'range':{'gte':'a#'}}}}",
                "{'intervals':{'f':{'match':{'query':'a','filter':{'before':{'fuzzy':{'term':'a#'}}}}}}}"
            })
    void areBoundInWhatStandsForManyWords(String query) {
        String body = "{'query':{'bool':{'should':[%s]}}}";

        assertThat(status(body.formatted(several(query, 3)))).isEqualTo(400);
        assertThat(status(body.formatted(several(query, 2)))).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'span_multi':{'match':{'prefix':{'f':'a#'}}}} | 10",
                "{'prefix':{'f':'a#'}} | 100",
                "{'wildcard':{'f':{'value':'a#'}}} | 100",
                "{'regexp':{'f':'a#'}} | 100"
            })
    void areBoundInQueriesThroughWords(String query, int most) {
        String body = "{'query':{'bool':{'should':[%s]}}}";

        assertThat(status(body.formatted(several(query, most + 1)))).isEqualTo(400);
        assertThat(status(body.formatted(several(query, most)))).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'sort':[{'_geo_distance':{'order':'asc','f':[%s]}}]}",
                "{'aggs':{'a':{'top_hits':{'sort':[{'_geo_distance':{'f':[%s]}}]}}}}"
            })
    void areBoundInPointsOfSortsByDistance(String body) {
        assertThat(status(body.formatted(several("[1.5,#]", 11)))).isEqualTo(400);
        assertThat(status(body.formatted(several("[1.5,#]", 10)))).isEqualTo(200);
        assertThat(status(body.formatted(several("'1,#'", 21)))).isEqualTo(400);
    }

    @Test
    void areBoundInSearchesForNeighbours() {
        String queries = "{'query':{'bool':{'should':[%s]}}}";
        String section = "{'knn':[%s]}";

        assertThat(status(queries.formatted(several("{'knn':{'field':'v','k':#}}", 101))))
                .isEqualTo(400);
        assertThat(status(queries.formatted(several("{'knn':{'field':'v','k':#}}", 100))))
                .isEqualTo(200);
        assertThat(status(section.formatted(several("{'field':'v','k':#}", 101))))
                .isEqualTo(400);
        assertThat(status(section.formatted(several("{'field':'v','k':#}", 100))))
                .isEqualTo(200);
    }

    @Test
    void areBoundInPhrases() {
        String body = "{'suggest':{%s}}";
        String phrase = "'s#':{'text':'a','phrase':{'field':'f'}}";

        assertThat(status(body.formatted(several(phrase, 6)))).isEqualTo(400);
        assertThat(status(body.formatted(several(phrase, 5)))).isEqualTo(200);
    }

    @Test
    void areBoundInFieldsOfMatrices() {
        String body = "{'aggs':{'a':{'matrix_stats':{'fields':[%s]}}}}";

        assertThat(status(body.formatted(several("'f#'", 21)))).isEqualTo(400);
        assertThat(status(body.formatted(several("'f#'", 20)))).isEqualTo(200);
    }

    @Test
    void areBoundInInnerHits() {
        String body = "{'query':{'bool':{'should':[%s]}}}";
        String nested = "{'nested':{'path':'p','query':{'match_all':{}},'inner_hits':{'name':'#'}}}";

        assertThat(status(body.formatted(several(nested, 11)))).isEqualTo(400);
        assertThat(status(body.formatted(several(nested, 10)))).isEqualTo(200);
    }

    @Test
    void areBoundInJoins() {
        String body = "{'query':{'bool':{'should':[%s]}}}";
        String child = "{'has_child':{'type':'t','query':{'match_all':{}}}}";

        assertThat(status(body.formatted(several(child, 21)))).isEqualTo(400);
        assertThat(status(body.formatted(several(child, 20)))).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'query':{'geo_shape':{'f':{'shape':{'type':'polygon','coordinates':[[%s]]}}}}}",
                "{'query':{'xy_shape':{'f':{'shape':{'type':'polygon','coordinates':[[%s]]}}}}}",
                "{'query':{'geo_polygon':{'f':{'points':[%s]}}}}"
            })
    void areBoundInCornersOfShapes(String body) {
        assertThat(status(body.formatted(several("[1,2]", 10_001)))).isEqualTo(400);
        assertThat(status(body.formatted(several("[1,2]", 9999)))).isEqualTo(200);
    }

    private static String several(String element, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> element.replace("#", String.valueOf(i)))
                .collect(Collectors.joining(","));
    }
}

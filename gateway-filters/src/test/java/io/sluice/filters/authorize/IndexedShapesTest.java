package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes that a query looks up in the index {@code shapes} unless it names another. */
class IndexedShapesTest extends AuthorizeTest {

    private static final String MANAGE_LOGS = "{allow: {classes: [read, manage], indices: ['logs-*']}}";

    /** Servers pass over what they do not know there, and look into the index of the default. */
    @ParameterizedTest
    @ValueSource(strings = {"_index", "indices", "target_index", "Index"})
    void countsNoOtherMemberAsTheNameOfTheIndex(String member) {
        String shape = "{\"id\":\"1\",\"" + member + "\":\"logs-1\"%s}";
        String search = "{\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":" + shape + "}}}}";

        assertThat(json(harness(READ_LOGS), "POST", "/logs-1/_search", search.formatted(""))
                        .everySplit()
                        .upstreamBody())
                .isEqualTo(search.formatted(",\"index\":\"#\""));
    }

    /** Servers read on for the members of the shape, up to the end of the object around it. */
    @ParameterizedTest
    @ValueSource(strings = {"true", "null", "\"a\"", "1"})
    void deniesAShapeThatIsNoObject(String shape) {
        HarnessResult result = json(
                        harness(READ_LOGS),
                        "POST",
                        "/logs-1/_search",
                        "{\"query\":{\"geo_shape\":{\"g\":{\"indexed_shape\":" + shape + ",\"id\":\"1\"}}}}")
                .everySplit();

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT | /logs-9 | {\"mappings\":{\"properties\":{\"indexed_shape\":{\"type\":\"keyword\"}}}}",
                "PUT | /logs-9/_mapping | {\"properties\":{\"indexed_shape\":{\"properties\":{\"a\":{\"type\":\"keyword\"}}}}}",
                "POST | /logs-1/_termvectors | {\"doc\":{\"indexed_shape\":{\"a\":\"x\"}}}",
                "POST | /logs-1/_termvectors | {\"doc\":{\"indexed_shape\":\"x\"}}",
                "POST | /logs-1/_search | {\"query\":{\"percolate\":{\"field\":\"q\",\"document\":{\"indexed_shape\":{\"a\":\"x\"}}}}}",
                "POST | /logs-1/_search | {\"query\":{\"percolate\":{\"field\":\"q\",\"documents\":[{\"a\":{\"indexed_shape\":{\"a\":\"x\"}}}]}}}",
                "POST | /logs-1/_search | {\"query\":{\"term\":{\"indexed_shape\":\"x\"}},\"sort\":[{\"indexed_shape\":\"asc\"}]}",
            })
    void leavesFieldsThatAreCalledSoAsTheyAre(String method, String target, String body) {
        HarnessResult result = json(harness(MANAGE_LOGS), method, target, body).everySplit();

        assertThat(result.upstreamBody()).as(result.describe()).isEqualTo(body);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"logs-1\",\"alias\":\"logs-x\",\"filter\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}}]}",
                "PUT | /logs-9 | {\"aliases\":{\"logs-x\":{\"filter\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}}}",
            })
    void findsShapesInFiltersOfAliases(String method, String target, String body) {
        assertThat(json(harness(MANAGE_LOGS), method, target, body).everySplit().upstreamBody())
                .isEqualTo(body.replace("{\"id\":\"1\"}", "{\"id\":\"1\",\"index\":\"#\"}"));
    }
}

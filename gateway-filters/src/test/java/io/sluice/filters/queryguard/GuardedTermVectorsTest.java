package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bodies in which servers look for the end of an object for ever, on a thread that serves everybody: Elasticsearch 7.17 and 8.19, OpenSearch
 * 2.19.
 */
class GuardedTermVectorsTest {

    private static final List<String> NO_OBJECTS = List.of("[]", "[[]]", "[{}]", "[1]", "null", "1", "\"a\"", "true");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_termvectors",
                "/logs/_termvectors/1",
                "/logs/type/_termvectors",
                "/logs/_doc/1/_termvectors",
                "/_mtermvectors",
                "/logs/_mtermvectors",
                "/logs/type/_mtermvectors"
            })
    void areRefusedThatAreNoObject(String path) {
        for (String body : NO_OBJECTS) {
            HarnessResult result =
                    json(guard("{amounts: {}}"), "POST", path, body).everySplit();

            assertThat(result.relayed()).as(result.describe()).isFalse();
            assertThat(result.body()).contains("rules[0] amounts", "the root must be an object");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /logs/_termvectors/1 | {"filter":FILTER}                                           | /filter
            /logs/_termvectors   | {"doc":{"a":"b"},"f\\u0069lter":FILTER}                     | /filter
            /_mtermvectors       | {"docs":[{"_index":"logs","_id":"1","filter":FILTER}]}      | /docs/0/filter
            /logs/_mtermvectors  | {"ids":["1"],"parameters":{"filter":FILTER}}                | /parameters/filter
            """)
    void areRefusedWithAFilterThatIsNoObject(String path, String body, String place) {
        FilterHarness harness = guard("{amounts: {}}");
        for (String filter : NO_OBJECTS) {
            HarnessResult result =
                    json(harness, "POST", path, body.replace("FILTER", filter)).everySplit();

            assertThat(result.relayed()).as(result.describe()).isFalse();
            assertThat(result.body()).contains(place + " must be an object");
        }
        String object = body.replace("FILTER", "{\"max_num_terms\":1}");
        assertThat(json(harness, "POST", path, object).everySplit().upstreamBody())
                .isEqualTo(object);
    }

    @Test
    void leaveAFieldOfThatNameAlone() {
        String body = "{\"docs\":[{\"_index\":\"logs\",\"doc\":{\"filter\":1}}]}";

        assertThat(json(guard("{amounts: {}}"), "POST", "/_mtermvectors", body)
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    @Test
    void areRefusedWhereTheyCannotBeRead() {
        FilterHarness harness = guard("{amounts: {}}");

        assertThat(harness.request("POST", "/_mtermvectors")
                        .header("Content-Type", "application/yaml")
                        .body("[]")
                        .send()
                        .status())
                .isEqualTo(406);
        assertThat(harness.request("GET", "/_mtermvectors?source_content_type=application/json&source=[]")
                        .send()
                        .relayed())
                .isFalse();
    }

    @Test
    void passOtherRules() {
        assertThat(json(guard("{size: {max: 1}}"), "POST", "/_mtermvectors", "[]")
                        .everySplit()
                        .relayed())
                .isTrue();
        FilterHarness logging = guard("{amounts: {action: log}}");
        assertThat(json(logging, "POST", "/_mtermvectors", "[]").everySplit().relayed())
                .isTrue();
        assertThat(logging.context().meters().count("guard_logged_values{rule=amounts}"))
                .isPositive();
    }
}

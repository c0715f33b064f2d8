package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of indices in bodies, in forms in which servers read something else than what stands there. */
class OddNamesTest extends AuthorizeTest {

    private static final String MANAGE_LOGS = "{allow: {classes: [read, manage], indices: ['logs-*']}}";

    /** Servers put the members of a header in an order of their own, and the last one counts. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":[],\"indices\":\"logs-1\"}",
                "{\"indices\":\"logs-1\",\"index\":[]}",
                "{\"indices\":[],\"index\":\"logs-1\"}",
                "{\"index\":\"logs-1\",\"indices\":\"logs-1\"}",
                "{\"index\":\"logs-1\",\"ind\\u0065x\":[]}",
            })
    void refusesAHeaderThatNamesItsIndicesTwice(String header) {
        for (String target : new String[] {"/_msearch", "/logs-1/_msearch"}) {
            HarnessResult result = lines(harness(READ_LOGS), target, header + "\n{}\n");

            assertThat(result.relayed()).as(result.describe()).isFalse();
            assertThat(result.status()).as(result.describe()).isEqualTo(400);
        }
    }

    /** Servers make a text of it, and split that at its commas. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"index\":{\"a\":\"x,secret-1,y\",\"index\":\"logs-1\"},\"ignore_unavailable\":true}",
                "{\"index\":{\"a\":\"x,secret-1,y\"}}",
                "{\"indices\":{}}",
                "{\"index\":[[\"logs-1\"]]}",
                "{\"index\":[\"logs-1\",{\"a\":\"*\"}]}",
                "{\"index\":[\"logs-1\",null]}",
                "{\"index\":1}",
                "{\"index\":true}",
            })
    void refusesAHeaderWhoseIndicesAreNoTexts(String header) {
        HarnessResult result = lines(
                harness("{allow: {classes: [read], indices: ['logs-*', '1', 'true']}}"),
                "/logs-1/_msearch",
                header + "\n{}\n");

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).as(result.describe()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"_index\":\"logs-1\"}",
                "{\"preference\":\"a\",\"target_index\":\"logs-1\"}",
            })
    void takesOnlyWhatServersReadForTheIndicesOfAHeader(String header) {
        assertThat(lines(harness(READ_LOGS), "/_msearch", header + "\n{}\n").status())
                .isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs-1/_mget | {\"docs\":[{\"_id\":\"1\",\"_index\":[[\"secret-1\"]]}]}",
                "/_mget | {\"docs\":[{\"_id\":\"1\",\"_index\":\"logs-1\",\"_index\":[[[\"secret-1\"]]]}]}",
                "/logs-1/_alias/logs-x | {\"index\":[[\"secret-1\"]]}",
                "/logs-1/_alias/logs-x | {\"index\":[{\"a\":1},\"secret-1\"]}",
                "/logs-1/_alias/logs-x | {\"a\":[{\"index\":\"logs-1\"},\"secret-1\"]}",
                "/logs-1/_alias/logs-x | {\"a\":[{\"index\":[]},[\"secret-1\"]]}",
                "/logs-1/_alias/logs-x | {\"pit\":{\"index\":\"secret-1\"}}",
                "/logs-1/_alias/logs-x | {\"alias\":[[\"secret-x\"]]}",
            })
    void judgesNamesWhateverIsAroundThem(String target, String body) {
        HarnessResult result = json(harness(MANAGE_LOGS), "POST", target, body).everySplit();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).as(result.describe()).isEqualTo(403);
    }
}

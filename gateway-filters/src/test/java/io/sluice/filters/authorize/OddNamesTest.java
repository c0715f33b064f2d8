package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
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

    /** A server tries to make such an index until the time is over, and can store nothing of its cluster's state meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"logs-\\ud800", "logs-\\udfff-1", "logs-\\ud800\\u0061", "logs-\\ufffd"})
    void refusesNamesThatNoServerCanStore(String name) {
        FilterHarness harness = harness("{allow: {classes: [read, write, manage], indices: ['logs-*']}}");

        assertThat(lines(harness, "/_bulk", "{\"index\":{\"_index\":\"" + name + "\",\"_id\":\"1\"}}\n{}\n")
                        .relayed())
                .isFalse();
        assertRefused(json(
                harness,
                "POST",
                "/_aliases",
                "{\"actions\":[{\"add\":{\"index\":\"logs-1\",\"alias\":\"" + name + "\"}}]}"));
        assertRefused(json(
                harness,
                "POST",
                "/_reindex",
                "{\"source\":{\"index\":\"logs-1\"},\"dest\":{\"index\":\"" + name + "\"}}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT | /logs-1/_settings | {\"index\":{\"routing.allocation.require.x\":\"\\ud800\"}}",
                "PUT | /logs-9 | {\"settings\":{\"analysis\":{\"filter\":{\"f\":{\"type\":\"stop\",\"stopwords\":[\"a\\udfff\"]}}}}}",
                "PUT | /logs-1/_alias/logs-x | {\"routing\":\"\\ud800\"}",
            })
    void refusesSettingsThatNoServerCanStore(String method, String target, String body) {
        FilterHarness harness = harness("{allow: {classes: [read, write, manage], indices: ['logs-*']}}");

        assertRefused(json(harness, method, target, body));
        assertThat(json(
                                harness,
                                method,
                                target,
                                body.replace("\\ud800", "\\ud83d\\ude00").replace("\\udfff", "\\ufffd"))
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    private static void assertRefused(HarnessCall call) {
        HarnessResult result = call.everySplit();

        assertThat(result.relayed()).as(result.describe()).isFalse();
        assertThat(result.status()).as(result.describe()).isIn(400, 403);
    }
}

package io.sluice.filters.authorize;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user who may manage an index, but not read or write it, gives another name. */
class OtherNamesTest extends AuthorizeTest {

    private static final String UNREADABLE =
            "{deny: {classes: [read], indices: ['secret-*']}}, {allow: {classes: [read, write, manage]}}";
    private static final String UNWRITABLE =
            "{deny: {classes: [write], indices: ['secret-*']}}, {allow: {classes: [read, write, manage]}}";

    private HarnessResult sent(String rules, String method, String target, String body) {
        return json(harness(rules), method, target, body.replace('\'', '"')).everySplit();
    }

    @ParameterizedTest
    @ValueSource(strings = {"_clone", "_shrink", "_split"})
    void copiesNoIndexThatMustNotBeRead(String copy) {
        HarnessResult result = sent(UNREADABLE, "POST", "/secret-1/" + copy + "/mine", "{}");

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.body()).contains("the gateway does not allow [read] of [secret-1]");
        assertThat(sent(UNREADABLE, "PUT", "/logs-1/" + copy + "/secret-9", "{}")
                        .relayed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"secret-1\",\"alias\":\"x\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"alias\":\"x\",\"index\":\"secret-1\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"aliases\":[\"secret-x\",\"x\"],\"indices\":[\"logs-1\",\"secret-1\"]}}]}",
                "POST | /_aliases | {\"actions\":[{\"remove\":{\"index\":\"logs-1\",\"alias\":\"x\"}},{\"add\":{\"index\":\"secret-1\",\"alias\":\"x\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"secret-1\",\"alias\":\"<x-{now/d}>\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"secret-1\",\"alias\":\"all-logs\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"*\",\"alias\":\"x\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"logs-1\",\"alias\":\"x\",\"filter\":{\"terms\":{\"a\":{\"index\":\"secret-1\"}}}}}]}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"secret-1\",\"filter\":{\"match_all\":{}},\"alias\":\"x\"}}]}",
                "POST | /_aliases | {\"actions\":{\"add\":{\"index\":\"secret-1\",\"alias\":\"x\"}}}",
                "POST | /_aliases | {\"actions\":{\"add\":{\"index\":\"secret-1\",\"filter\":{\"match_all\":{}},\"alias\":\"x\"}}}",
                "POST | /_aliases | {\"actions\":{\"add\":{\"alias\":\"x\",\"filter\":{\"bool\":{\"must\":{}}},\"index\":\"secret-1\"}}}",
                "POST | /_aliases | {\"actions\":{\"add\":{\"index\":\"secret-1\",\"remove\":{},\"alias\":\"x\"}}}",
                "POST | /_aliases | {\"actions\":{\"add\":{\"remove\":{\"index\":\"secret-1\",\"alias\":\"x\"}}}}",
                "POST | /_aliases | {\"actions\":[[{\"add\":{\"index\":\"secret-1\",\"filter\":{},\"alias\":\"x\"}}]]}",
                "PUT | /secret-1/_alias/x | {}",
                "POST | /secret-1/_aliases/x | {}",
                "PUT | /mixed/_alias/x | {}",
                "PUT | /logs-1/_alias/x | {\"index\":\"secret-1\"}",
                "PUT | /secret-1/_alias/secret-x | {\"alias\":\"x\"}",
                "PUT | /logs-1/_alias/x | {\"actions\":{\"index\":\"secret-1\"}}",
            })
    void givesNoAliasThatAllowsWhatItsIndexDoesNot(String method, String target, String body) {
        for (String[] each : new String[][] {{UNREADABLE, "read"}, {UNWRITABLE, "write"}}) {
            HarnessResult result = sent(each[0], method, target, body);
            assertThat(result.status()).as(result.describe()).isEqualTo(403);
            assertThat(result.body()).contains("the alias would allow [" + each[1] + "] of [");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/secret-9", "/logs-1/_clone/secret-9", "/logs-1/_rollover/secret-9"})
    void makesNoIndexWithAnAliasThatAllowsMore(String target) {
        String method = target.equals("/secret-9") ? "PUT" : "POST";
        for (String[] each : new String[][] {{UNREADABLE, "read"}, {UNWRITABLE, "write"}}) {
            HarnessResult result = sent(each[0], method, target, "{'aliases':{'x':{}}}");

            assertThat(result.status()).isEqualTo(403);
            assertThat(result.body()).contains("the alias would allow [" + each[1] + "] of [secret-9]");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /orders/_rollover", "PUT /orders-2", "POST /orders-1/_clone/orders-2"})
    void makesNoIndexWithAnAliasThatAllowsToWriteWhereOnlySomeMay(String target) {
        String rules = "{allow: {classes: [read, manage, monitor]}}, {allow: {classes: [write], indices: ['logs-*']}}";
        String[] call = target.split(" ");

        assertThat(sent(rules, call[0], call[1], "{'aliases':{'logs-orders':{}}}")
                        .status())
                .isEqualTo(403);
        assertThat(sent(rules, call[0], call[1], "{'aliases':{'orders-x':{}}}").relayed())
                .isTrue();
    }

    /** Elasticsearch 7.17 and OpenSearch 2.19 take the members behind an object that they do not know for further aliases. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'aliases':{'secret-x':{'y':{},'x':{}}}}",
                "{'aliases':{'secret-x':{'y':[],'x':{}}}}",
                "{'aliases':{'secret-x':{'is_write_index':{},'x':{}}}}",
                "{'aliases':{'secret-x':{'filter':[{}],'x':{}}}}",
                "{'aliases':{'secret-x':[{'x':{}}]}}",
                "{'aliases':{'secret-x':true,'x':{}}}",
                "{'aliases':[{'x':{}}]}",
                "{'aliases':['x']}"
            })
    void makesNoIndexWithAliasesThatServersReadInOtherPlaces(String body) {
        for (String target : new String[] {"PUT /secret-9", "POST /logs-1/_clone/secret-9", "POST /logs-1/_rollover"}) {
            String[] call = target.split(" ");
            assertThat(sent(UNREADABLE, call[0], call[1], body).status())
                    .as("%s %s", target, body)
                    .isEqualTo(400);
        }
    }

    @Test
    void makesAnIndexWithAliasesThatHaveAllThatAliasesHave() {
        String body =
                "{'aliases':{'secret-x':{'filter':{'bool':{'must':[{'term':{'a':1}}]}},'routing':'1','is_hidden':true},'secret-y':{}}}";

        assertThat(sent(UNREADABLE, "PUT", "/secret-9", body).relayed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /_aliases | {\"actions\":{\"remove\":{\"index\":\"secret-1\",\"alias\":\"x\"}}}",
                "POST | /_aliases | {\"actions\":[{\"add\":{\"index\":\"logs-1\",\"alias\":\"x\"}},{\"add\":{\"index\":\"secret-1\",\"alias\":\"secret-x\"}}]}",
                "POST | /_aliases | {\"actions\":[{\"remove\":{\"index\":\"secret-1\",\"alias\":\"x\"}},{\"remove_index\":{\"index\":\"secret-1\"}}]}",
                "PUT | /secret-1/_alias/secret-x | {}",
                "PUT | /logs-1/_alias/x | {\"index\":\"logs-2\",\"alias\":\"y\"}",
                "DELETE | /secret-1/_alias/x | {}",
                "PUT | /secret-9 | {\"aliases\":{\"secret-x\":{}}}",
            })
    void givesAliasesThatAllowNoMoreThanTheirIndices(String method, String target, String body) {
        for (String rules : new String[] {UNREADABLE, UNWRITABLE}) {
            HarnessResult result = sent(rules, method, target, body);

            assertThat(result.relayed()).as(result.describe()).isTrue();
        }
    }

    @Test
    void givesAnAliasToThoseIndicesOnlyOfWhichItAllowsNoMore() {
        HarnessResult result = harness(UNREADABLE).request("PUT", "/*/_alias/x").send();

        assertThat(result.upstreamHead().target().raw()).startsWith("/logs-1,logs-2,metrics/_alias/x");
    }

    @Test
    void addsNoIndexToAnAliasThatAllowsMoreThanTheIndex() {
        String rules = "{allow: {classes: [read], indices: [all-logs]}}, {allow: {classes: [manage]}}";

        assertThat(sent(rules, "PUT", "/secret-1/_alias/all-logs", "{}").status())
                .isEqualTo(403);
        assertThat(sent(rules, "PUT", "/secret-1/_alias/other", "{}").relayed()).isTrue();
    }

    @Test
    void countsAnAliasThatADryRunWouldNotGiveOnce() {
        String body = "{'actions':[{'add':{'indices':['secret-1','logs-1'],'aliases':['x','y']}}]}";

        assertThat(json(harness(UNREADABLE, "dryRun: true"), "POST", "/_aliases", body.replace('\'', '"'))
                        .send()
                        .relayed())
                .isTrue();
        assertThat(context.meters().count("authorize_would_deny{class=read}")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PUT /_rollup/job/mine",
                "POST /secret-1/_rollup/mine",
                "POST /secret-1/_downsample/mine",
                "PUT /_transform/mine",
                "PUT /_enrich/policy/mine",
                "PUT /mine/_ccr/follow",
                "POST /_snapshot/r/s/_restore",
                "POST /_snapshot/r/s/_mount",
                "POST /_data_stream/_modify",
                "POST /_data_stream/_migrate/x",
                "POST /_migration/reindex",
                "PUT /_create_from/secret-1/mine",
                "PUT /_alias/x",
                "PUT /secret-1/_alias",
                "PUT /views/mine",
                "PUT /_plugins/_rollup/jobs/mine",
                "PUT /_plugins/_transform/mine",
                "PUT /_plugins/_replication/mine/_start",
            })
    void leavesOtherCopiesToTheClassCluster(String call) {
        String[] parts = call.split(" ");
        HarnessResult result = sent("{allow: {classes: [read, write, manage, monitor]}}", parts[0], parts[1], "{}");

        assertThat(result.status()).as(result.describe()).isEqualTo(403);
        assertThat(result.body()).contains("the gateway does not allow [cluster]");
    }
}

package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryGuardFilterTest {

    static FilterHarness guard(String rules) {
        return FilterHarness.of(QueryGuardFilter.class, "rules: [" + rules + "]");
    }

    static HarnessCall json(FilterHarness harness, String method, String target, String body) {
        return harness.request(method, target)
                .header("Content-Type", "application/json")
                .body(body);
    }

    private static HarnessCall lines(FilterHarness harness, String target, String body) {
        return harness.request("POST", target)
                .header("Content-Type", "application/x-ndjson")
                .body(body);
    }

    @Test
    void saysWhichRuleWithValueAndLimitAndCountsIt() {
        FilterHarness harness = guard("{regexps: {}}, {size: {max: 100}}");

        HarnessResult result =
                json(harness, "POST", "/logs/_search", "{\"size\":5000}").send();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body())
                .contains(
                        "denied by rules[1] size of the query guard: /size asks for [5000] hits, and the limit is at most"
                                + " [100]");
        assertThat(harness.context().meters().count("guard_denied_requests{rule=size}"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{size: {max: 100, action: cap}} | {'size':'500'} | {'size':100}",
                "{size: {max: 5, action: cap}} | {'query':{}} | {'query':{},'size':5}",
                "{size: {max: 5}} | {} | {'size':5}",
                "{window: {max: 100}} | {'from':95} | {'from':95,'size':5}",
                "{window: {max: 40}}, {size: {max: 20}} | {'from':40} | {'from':40,'size':0}",
                "{buckets: {max: 10, action: cap}} | {'aggs':{'a':{'terms':{'size':99}}}} | {'aggs':{'a':{'terms':{'size':10}}}}",
                "{buckets: {max: 100}} | {'aggs':{'a':{'geotile_grid':{'field':'b'}}}} | {'aggs':{'a':{'geotile_grid':{'field':'b','size':100}}}}",
                "{buckets: {max: 100, action: cap}} | {'aggs':{'a':{'geohash_grid':{}}}} | {'aggs':{'a':{'geohash_grid':{'size':100}}}}",
                "{buckets: {max: 100}} | {'aggs':{'a':{'geohex_grid':{'size':9}}}} | {'aggs':{'a':{'geohex_grid':{'size':9}}}}",
                "{buckets: {max: 10000}} | {'aggs':{'a':{'geohex_grid':{}}}} | {'aggs':{'a':{'geohex_grid':{}}}}",
                "{buckets: {max: 100, action: log}} | {'aggs':{'a':{'geohex_grid':{}}}} | {'aggs':{'a':{'geohex_grid':{}}}}",
                "{timeout: {max: 10s}} | {} | {'timeout':'10000ms'}",
                "{timeout: {max: 10s}} | {'timeout':'9s'} | {'timeout':'9s'}",
                "{timeout: {max: 10s}} | {'timeout':'1m'} | {'timeout':'10000ms'}",
                "{timeout: {max: 10s, action: deny}} | {} | {'timeout':'10000ms'}",
                "{timeout: {max: 10s, action: log}} | {'timeout':'1m'} | {'timeout':'1m'}",
                "{keepAlive: {max: 1m, action: cap}} | {'pit':{'keep_alive':'1h'}} | {'pit':{'keep_alive':'60000ms'}}",
            })
    void capsWhatABodyAsksFor(String rule, String body, String sent) {
        HarnessResult result = json(guard(rule), "POST", "/logs/_search", body.replace('\'', '"'))
                .everySplit();

        assertThat(result.upstreamBody()).isEqualTo(sent.replace('\'', '"'));
    }

    @Test
    void givesASearchWithoutABodyTheTimeout() {
        assertThat(guard("{timeout: {max: 10s}}")
                        .request("GET", "/logs/_search?q=a")
                        .everySplit()
                        .upstreamBody())
                .isEqualTo("{\"timeout\":\"10000ms\"}");
        assertThat(guard("{timeout: {max: 10s}}")
                        .request("GET", "/logs/_search?timeout=1s")
                        .everySplit()
                        .upstreamBody())
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}\n{\"size\":1}\n{}\n{\"size\":101}\n",
                "{\"index\":\"a\"}\n{\"query\":{\"script\":{\"script\":\"1\"}}}\n",
                "{\"index\":\"a,b,c\"}\n{}\n",
                "{\"index\":[\"a\",\"b\",\"c\"]}\n{}\n",
                "{\"indices\":[\"a,b\",\"c\"]}\n{}\n",
                "{\"index\":\"*\"}\n{}\n",
                "{\"index\":[]}\n{}\n",
                "{\"index\":\"a\"}\n{}\n{}\n{}\n",
                "\n{}\n",
            })
    void judgesEachSearchOfAnMsearch(String body) {
        FilterHarness harness = guard("{size: {max: 100}}, {scripts: {}}, {indices: {max: 2, all: false}}");

        assertThat(lines(harness, "/_msearch", body).everySplit().relayed()).isFalse();
    }

    @Test
    void takesTheIndicesOfThePathWhereAHeaderNamesNone() {
        FilterHarness harness = guard("{indices: {max: 2, all: false}}");

        assertThat(lines(harness, "/logs/_msearch", "{}\n{}\n").everySplit().relayed())
                .isTrue();
        assertThat(lines(harness, "/_msearch", "{\"index\":\"logs\"}\n{}\n")
                        .everySplit()
                        .relayed())
                .isTrue();
        assertThat(lines(harness, "/*/_msearch", "{}\n{}\n").everySplit().relayed())
                .isFalse();
    }

    @Test
    void letsASearchOfAPointInTimeThroughThatNamesNoIndex() {
        FilterHarness harness = guard("{indices: {all: false}}");

        assertThat(json(harness, "POST", "/_search", "{\"size\":1,\"pit\" : {\"id\":\"x\"}}")
                        .everySplit()
                        .relayed())
                .isTrue();
        assertThat(json(harness, "POST", "/_search", "{\"query\":{\"pit\":{}}}")
                        .everySplit()
                        .status())
                .isEqualTo(400);
        assertThat(json(harness, "POST", "/_search", "{\"query\":{\"term\":{\"a\":\"\\\"pit\\\":\"}}}")
                        .everySplit()
                        .status())
                .isEqualTo(400);
        assertThat(json(harness, "POST", "/_search", "[\"pit\"]").everySplit().status())
                .isEqualTo(400);
    }

    @Test
    void runsNoScriptByGetEither() {
        FilterHarness harness = guard("{scripts: {}}");

        assertThat(json(harness, "GET", "/_scripts/painless/_execute", "{\"script\":{\"source\":\"1\"}}")
                        .send()
                        .status())
                .isEqualTo(400);
        assertThat(harness.request("GET", "/_scripts/mine").send().relayed()).isTrue();
    }

    @Test
    void letsPipelinesWithoutScriptsBeTriedOnAnyDocument() {
        FilterHarness harness = guard("{scripts: {stored: [by-age]}}");
        String document = "{\"_source\":{\"script\":\"x\",\"query\":{\"script\":1},\"if\":\"y\"}}";
        String processors = "[{\"set\":{\"field\":\"a\",\"value\":1}},{\"script\":{\"id\":\"by-age\"}}]";

        assertThat(json(
                                harness,
                                "POST",
                                "/_ingest/pipeline/_simulate",
                                "{\"docs\":[" + document + "],\"pipeline\":{\"processors\":" + processors + "}}")
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    @Test
    void looksForScriptsInUpdatesOfBulksOnly() {
        FilterHarness harness = guard("{scripts: {}}");
        String document = "{\"index\":{\"_index\":\"a\"}}\n{\"script\":1}\n";
        String update = "{\"update\":{\"_index\":\"a\",\"_id\":\"1\"}}\n";

        assertThat(lines(harness, "/_bulk", document + update + "{\"doc\":{\"script\":1}}\n")
                        .everySplit()
                        .relayed())
                .isTrue();
        for (String target : List.of("/_bulk", "/logs/_bulk", "/_bulk/stream", "/logs/_bulk/stream")) {
            assertThat(lines(harness, target, document + update + "{\"script\":{\"source\":\"1\"}}\n")
                            .everySplit()
                            .status())
                    .as(target)
                    .isEqualTo(400);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/cbor", "application/smile", "application/yaml", "application/vnd.elasticsearch+cbor"
            })
    void refusesWhatItCannotRead(String type) {
        for (String target : List.of("/logs/_search", "/_msearch", "/_bulk", "/logs/_update/1", "/logs/_count")) {
            FilterHarness harness = guard("{scripts: {}}");

            HarnessResult result = harness.request("POST", target)
                    .header("Content-Type", type)
                    .body("size: 1")
                    .everySplit();

            assertThat(result.status()).as(target).isEqualTo(406);
            assertThat(result.body()).contains("the query guard cannot check this request: its body is not JSON");
        }
        assertThat(guard("{scripts: {action: log}}")
                        .request("POST", "/logs/_search")
                        .header("Content-Type", type)
                        .body("size: 1")
                        .everySplit()
                        .relayed())
                .isTrue();
    }

    @Test
    void refusesABodyInTheUrl() {
        FilterHarness harness = guard("{scripts: {}}");

        assertThat(harness.request("GET", "/logs/_search?source_content_type=application/json&source={%22size%22:1}")
                        .send()
                        .status())
                .isEqualTo(400);
    }

    @Test
    void onlyLogsWhereARuleSaysSo() {
        FilterHarness harness = guard("{size: {max: 1, action: log}}, {terms: {max: 1, action: log}}");

        HarnessResult result = json(
                        harness, "POST", "/logs/_search", "{\"size\":2,\"query\":{\"terms\":{\"a\":[1,2,3,4]}}}")
                .send();

        assertThat(result.relayed()).isTrue();
        assertThat(harness.context().meters().count("guard_logged_values{rule=terms}"))
                .isEqualTo(1);
    }

    @Test
    void asksWhereAValueStandsOnlyForARefusal() {
        String name = "n".repeat(1_000);
        String scripts = "{\"script\":1,\"size\":1},".repeat(5_000) + "{}";
        String deep = ("{\"" + name + "\":").repeat(20) + "[" + scripts + "]" + "}".repeat(20);
        FilterHarness harness = guard("{regexps: {}}, {scripts: {action: log}}");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        HarnessResult result =
                json(harness, "POST", "/logs/_search", "{\"x\":" + deep + "}").send();

        assertThat(result.relayed()).as(result.toString()).isTrue();
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000_000);
    }

    @Test
    void asksOnlyTheRulesOfTheRequest() {
        FilterHarness harness = guard(
                "{size: {max: 10, when: {none: [{principals: [admin]}]}}}, {scripts: {when: {paths: [/a/_search]}}}");

        assertThat(harness.request("GET", "/logs/_search?size=11").send().status())
                .isEqualTo(400);
        assertThat(harness.request("GET", "/logs/_search?size=11")
                        .principal("admin")
                        .send()
                        .relayed())
                .isTrue();
        assertThat(harness.request("GET", "/_search?index=a").send().status()).isEqualTo(400);
        assertThat(harness.request("GET", "/a/_search").principal("admin").explain())
                .isEqualTo("judged by rules[1] scripts");
        assertThat(harness.request("GET", "/b/_search").principal("admin").explain())
                .isEqualTo("no rule is for this request");
    }

    @Test
    void knowsEverySearchThatTenantsMaySend() {
        Set<BodyKind> searches = Set.of(
                BodyKind.BULK,
                BodyKind.SEARCH,
                BodyKind.SEARCH_ANYWHERE,
                BodyKind.MSEARCH,
                BodyKind.QUERY,
                BodyKind.EXPLAINED_QUERY,
                BodyKind.VALIDATED_QUERY,
                BodyKind.FIELD_CAPS,
                BodyKind.DELETE_BY_QUERY,
                BodyKind.UPDATE_BY_QUERY,
                BodyKind.UPDATE,
                BodyKind.SCROLL,
                BodyKind.REINDEX);

        EndpointTable.ALL.endpoints().stream()
                .filter(each -> searches.contains(each.body()))
                .map(each -> each.path().replace("[{indices}]", "logs").replaceAll("\\{[a-z]+}", "logs"))
                .forEach(path -> assertThat(Endpoint.formOf(RequestTarget.parse(path)))
                        .as(path)
                        .isNotNull());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{scripts: {action: cap}}",
                "{size: {max: -1}}",
                "{window: {max: 1, action: cap}}",
                "{timeout: {max: 0s}}",
                "{buckets: {max: 0}}",
                "",
            })
    void refusesRulesThatCannotWork(String rules) {
        assertThatThrownBy(() -> guard(rules)).isInstanceOf(IllegalArgumentException.class);
    }
}

package io.sluice.filters.queryguard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.BodyKind;
import io.sluice.filters.tenant.endpoint.EndpointTable;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{size: {max: 100}} | /logs/_search?size=101",
                "{size: {max: 100}} | /logs/_search?size=1&size=101",
                "{size: {max: 100}} | /logs/_search?s%69ze=101",
                "{size: {max: 3}} | /logs/_search?size=-1",
                "{window: {max: 9}} | /logs/_search?size=-1",
                "{size: {max: 100}} | /logs/_async_search?size=101",
                "{size: {max: 100}} | /logs/_delete_by_query?scroll_size=101",
                "{window: {max: 100}} | /logs/_search?from=95&size=10",
                "{keepAlive: {max: 1m}} | /logs/_search?scroll=2m",
                "{keepAlive: {max: 1m}} | /_search/scroll?scroll=1D",
                "{keepAlive: {max: 1m}} | /logs/_pit?keep_alive=1h",
                "{keepAlive: {max: 1m}} | /logs/_search/point_in_time?keep_alive=1h",
                "{keepAlive: {max: 1m}} | /_async_search/abc?keep_alive=-1",
                "{timeout: {max: 1s, action: deny}} | /logs/_search?timeout=1m",
                "{leadingWildcards: {}} | /logs/_search?q=*a",
                "{leadingWildcards: {}} | /logs/_count?q=host:%3Fa",
                "{leadingWildcards: {}} | /_cat/count/logs?q=host:%3Fa",
                "{indices: {all: false}} | /_cat/count",
                "{leadingWildcards: {}} | /views/logs/_search?q=host:%3Fa",
                "{leadingWildcards: {}} | /logs/_update_by_query?q=a%20*b",
                "{regexps: {}} | /logs/_validate/query?q=/a.*/",
                "{fuzzy: {}} | /logs/_explain/1?q=abc~",
                "{prefixes: {min: 2}} | /logs/_search?q=a*",
                "{types: {queries: [query_string]}} | /logs/_count?q=a",
                "{types: {aggregations: [composite]}} | /_search/template",
                "{amounts: {}} | /logs/_count?q=a%20f:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a",
                "{amounts: {}} | /logs/_count?q=@",
                "{amounts: {}} | /logs/_count?filter_path=**.**.**.x",
                "{amounts: {}} | /logs/_search?filter_path=took,-**.a.**.**",
                "{amounts: {}} | /logs/_bulk?filter_path=**.a.**.a.**.a.**",
                "{amounts: {}} | /_mget?filter_path=**.a.**.a.**.a.**",
                "{amounts: {}} | /logs/_doc/1?filter_path=**.a.**.a.**.a.**",
                "{amounts: {}} | /l*a*a*b/_count",
                "{amounts: {}} | /_nodes/hot_threads?snapshots=1001",
                "{amounts: {}} | /logs/_update_by_query?slices=1025",
                "{amounts: {}} | /_reindex?slices=2147483640",
                "{amounts: {}} | /%3Clogs-%7Bnow%2Fd%7B[[[[[[[[[[[[[[[[[[[[[yyyy%7D%7D%3E/_search",
                "{amounts: {}} | /_search?index=%3Clogs-%7Bnow%2Fd%7B[[[[[[[[[[[[[[[[[[[[[yyyy%7D%7D%3E",
                "{amounts: {}} | /a,-l%2Aa%2Aa%2Ab/_delete_by_query",
                "{amounts: {}} | /l*aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa*/_search",
                "{amounts: {}} | /_search?index=l*a*a*b",
                "{amounts: {}} | /logs/_mapping/field/*a*a*b",
                "{amounts: {}} | /logs/_alias/*a*a*b",
                "{amounts: {}} | /_cat/indices/*a*a*b",
                "{amounts: {}} | /logs/_field_caps?fields=a,*a*a*b",
                "{amounts: {}} | /logs/_search?docvalue_fields=*a*a*b",
                "{amounts: {}} | /logs/_search?filter_path=aggregations.*a*a*a*a*b",
                "{amounts: {}} | /logs/_search?suggest_field=f&suggest_size=10001",
                "{clauses: {max: 2}} | /logs/_search?q=a+b+c",
                "{indices: {max: 2}} | /a,b,c/_search",
                "{indices: {max: 2}} | /a%2Cb%2Cc/_search",
                "{indices: {max: 2}} | /_search?index=a,b,c",
                "{indices: {wildcards: false}} | /a*/_search",
                "{indices: {wildcards: false}} | /*:a/_search",
                "{indices: {wildcards: false}} | /_all/_count",
                "{indices: {all: false}} | /_search",
                "{indices: {all: false}} | /_count",
                "{indices: {all: false}} | /*/_search",
                "{indices: {all: false}} | /%2A/_field_caps",
                "{indices: {all: false}} | /a,_all/_search",
                "{indices: {all: false}} | /other:*/_search",
                "{indices: {all: false}} | /**,-a/_delete_by_query",
                "{indices: {all: false}} | /,/_search",
                "{indices: {all: false}} | /%3C*%3E/_search",
                "{indices: {all: false}} | /%3C**%3E/_count",
                "{indices: {all: false}} | /a,%3C_all%3E/_count",
                "{indices: {all: false}} | /%3C%5C*%3E/_count",
                "{indices: {all: false}} | /other:%3C*%3E/_search",
                "{indices: {all: false}} | /%3C*%7Bnow%7B:%7D%7D%3E/_search",
                "{indices: {all: false}} | /%3C*%7Bnow%7B::%7D%7D%3E/_search",
                "{indices: {all: false}} | /%3C%7Bnow%7B*%7D%7D%3E/_search",
                "{indices: {all: false}} | /%3C_al%7Bnow%7B'l'%7D%7D%3E/_search",
                "{indices: {wildcards: false}} | /%3Clogs-%7Bnow%7D*%3E/_search",
                "{scripts: {}} | /_search/template",
                "{scripts: {}} | /logs/_search/template",
                "{scripts: {}} | /_sql",
                "{scripts: {}} | /_query",
                "{scripts: {}} | /_scripts/painless/_execute",
                "{scripts: {}} | /_scripts/mine",
                "{scripts: {}} | /logs/x/_search/template",
                "{scripts: {}} | /_nodes/_search",
                "{scripts: {}} | /logs/%5Fsearch",
            })
    void deniesWhatTheUrlAsksFor(String rule, String target) {
        String url = target.replace("@", "(".repeat(1001));
        HarnessResult result = guard(rule).request("POST", url).send();

        assertThat(result.relayed()).as(result.toString()).isFalse();
        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("illegal_argument_exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/logs/_search?q=a~+% | 4998 | {}",
                "/logs/_count?q=%&df=f | 65537 | {}",
                "/logs/_search?suggest_field=f&suggest_text=% | 5001 | {}",
                "/logs/_delete_by_query?q=% | 4998 | {\"query\":{\"fuzzy\":{\"f\":\"abc\"}}}",
                "/logs/_search?q=a~ | 4999 | {\"post_filter\":{\"match\":{\"f\":\"%\"}}}"
            })
    void boundsTheTextsOfTheUrlWithThoseOfTheBody(String target, int length, String body) {
        String text = "b".repeat(length);
        String less = text.substring(1);

        HarnessResult result = guard("{amounts: {}}")
                .request("POST", target.replace("%", text))
                .header("Content-Type", "application/json")
                .body(body.replace("%", text))
                .send();
        assertThat(result.status()).as(result.toString()).isEqualTo(400);
        assertThat(result.body()).contains("65536 characters");
        assertThat(guard("{amounts: {}}")
                        .request("POST", target.replace("%", less))
                        .header("Content-Type", "application/json")
                        .body(body.replace("%", less))
                        .send()
                        .relayed())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{size: {max: 100}} | /logs/_search?size=100",
                "{types: {aggregations: [query_string]}} | /logs/_count?q=a",
                "{size: {max: 100}} | /logs/_delete_by_query?size=1000&max_docs=1000",
                "{size: {max: 100}} | /logs/_doc/1?size=1000",
                "{amounts: {}} | /logs/_search?filter_path=took,hits.**._source.**.a*",
                "{amounts: {}} | /logs-*,*-prod-*,**a**/_search",
                "{amounts: {}} | /logs/_doc/*a*a*b",
                "{amounts: {}} | /logs/type/*a*a*b",
                "{amounts: {}} | /logs/_field_caps?fields=a*,*b*,*",
                "{amounts: {}} | /logs/_search?q=f:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a&suggest_field=f&suggest_size=10000&size=1000000",
                "{window: {max: 100}} | /logs/_search?from=90&size=10",
                "{keepAlive: {max: 1m}} | /logs/_search?scroll=60000ms",
                "{leadingWildcards: {}} | /logs/_search?q=a*%20AND%20host:*",
                "{indices: {max: 2}} | /a,b/_search",
                "{indices: {wildcards: false}} | /a/_search",
                "{indices: {all: false}} | /a*/_search",
                "{indices: {all: false}} | /%3Clogs-%7Bnow%7D*%3E/_search",
                "{indices: {wildcards: false}} | /%3Clogs-%7Bnow-1d%7ByyyyMMdd%7C%2B01:00%7D%7D%3E/_search",
                "{indices: {all: false}} | /_search/scroll",
                "{indices: {all: false}} | /_async_search/abc",
                "{scripts: {}} | /_cluster/health",
                "{scripts: {action: log}} | /_sql",
            })
    void letsThroughWhatIsWithinTheLimits(String rule, String target) {
        assertThat(guard(rule).request("POST", target).send().relayed()).isTrue();
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

    @Test
    void capsWhatTheUrlAsksFor() {
        FilterHarness harness = guard("{size: {max: 100, action: cap}}, {keepAlive: {max: 1m, action: cap}}");

        HarnessResult result = harness.request("GET", "/logs/_search?size=1&size=500&scroll=1d&x=%26")
                .send();

        assertThat(result.upstreamHead().target().raw())
                .isEqualTo("/logs/_search?size=100&size=100&scroll=60000ms&x=%26");
        assertThat(harness.context().meters().count("guard_capped_values{rule=size}"))
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
        assertThat(lines(harness, "/_bulk", document + update + "{\"script\":{\"source\":\"1\"}}\n")
                        .everySplit()
                        .status())
                .isEqualTo(400);
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

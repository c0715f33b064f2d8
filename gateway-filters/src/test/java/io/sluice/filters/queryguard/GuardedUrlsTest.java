package io.sluice.filters.queryguard;

import static io.sluice.filters.queryguard.QueryGuardFilterTest.guard;
import static io.sluice.filters.queryguard.QueryGuardFilterTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What parameters of a URL ask for. */
class GuardedUrlsTest {

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
                "{keepAlive: {max: 1m}} | /_async_search/status/abc?keep_alive=1h",
                "{keepAlive: {max: 1m}} | /_eql/search/abc?keep_alive=30d",
                "{keepAlive: {max: 1m}} | /_sql/async/abc?keep_alive=30d",
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
                "{amounts: {}} | /logs/*/_mapping/field/*a*a*b",
                "{amounts: {}} | /logs/*a*a*b/_mapping",
                "{amounts: {}} | /_cluster/state/version?indices=l*a*a*b",
                "{amounts: {}} | /_cluster/state?indices=l*a*a*b",
                "{amounts: {}} | /_alias?name=*a*a*b",
                "{amounts: {}} | /_data_stream?name=*a*a*b",
                "{amounts: {}} | /_template?name=*a*a*b",
                "{amounts: {}} | /logs/_settings?name=*a*a*b",
                "{amounts: {}} | /_cat/aliases?alias=*a*a*b",
                "{amounts: {}} | /_stats/search?groups=*a*a*b",
                "{amounts: {}} | /_stats?fielddata_fields=*a*a*b",
                "{amounts: {}} | /logs/_alias/*a*a*b",
                "{amounts: {}} | /_cat/indices/*a*a*b",
                "{amounts: {}} | /logs/_field_caps?fields=a,*a*a*b",
                "{amounts: {}} | /logs/_search?docvalue_fields=*a*a*b",
                "{amounts: {}} | /logs/_search?filter_path=aggregations.*a*a*a*a*b",
                "{amounts: {}} | /logs/_search?suggest_field=f&suggest_size=101",
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
                "/logs/_search?q=a~+% | 1998 | {}",
                "/logs/_count?q=%&df=f | 65537 | {}",
                "/logs/_search?suggest_field=f&suggest_text=% | 2001 | {}",
                "/logs/_delete_by_query?q=% | 1998 | {\"query\":{\"fuzzy\":{\"f\":\"abc\"}}}",
                "/logs/_search?q=a~ | 1999 | {\"post_filter\":{\"match\":{\"f\":\"%\"}}}"
            })
    void boundsTheTextsOfTheUrlWithThoseOfTheBody(String target, int length, String body) {
        String text = "b".repeat(length);
        String less = text.substring(1);

        HarnessResult result = json(guard("{amounts: {}}"), "POST", target.replace("%", text), body.replace("%", text))
                .send();
        assertThat(result.status()).as(result.toString()).isEqualTo(400);
        assertThat(result.body()).contains("65536 characters");
        assertThat(json(guard("{amounts: {}}"), "POST", target.replace("%", less), body.replace("%", less))
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
                "{amounts: {}} | /logs/type/*a*a*b/_update",
                "{amounts: {}} | /logs/_doc?id=*a*a*b",
                "{amounts: {}} | /_stats/search?groups=a*,b",
                "{amounts: {}} | /logs/_field_caps?fields=a*,*b*,*",
                "{amounts: {}} | /logs/_search?q=f:*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a&suggest_field=f&suggest_size=100&size=1000000",
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{keepAlive: {max: 1m}} | /logs/_async_search | ?keep_alive=60000ms",
                "{keepAlive: {max: 1m, action: cap}} | /_async_search/ | ?keep_alive=60000ms",
                "{keepAlive: {max: 13h}} | /_plugins/_asynchronous_search | ''",
                "{keepAlive: {max: 1h}} | /_plugins/_asynchronous_search | ?keep_alive=3600000ms",
                "{keepAlive: {max: 1m, action: log}} | /logs/_async_search | ''",
                "{keepAlive: {max: 1m}} | /logs/_search | ''",
                "{size: {max: 100}} | /logs/_delete_by_query | ?scroll_size=100",
                "{size: {max: 1000}} | /logs/_update_by_query | ''",
                "{keepAlive: {max: 1m}} | /logs/_update_by_query | ?scroll=60000ms",
                "{keepAlive: {max: 1m}} | /_reindex | ?scroll=60000ms",
            })
    void saysALimitThatIsBelowTheServersDefault(String rule, String target, String added) {
        HarnessResult result = json(guard(rule), "POST", target, "{}").send();

        assertThat(result.upstreamHead().target().raw()).isEqualTo(target + added);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{size: {max: 100}} | '' | {} | {\"size\":100}",
                "{window: {max: 100}} | '' | {} | {\"size\":100}",
                "{size: {max: 100}}, {timeout: {max: 1s}} | '' | {\"size\":5} | {\"size\":5}",
                "{size: {max: 100}} | ?size=5 | {} | {}",
                "{size: {max: 10000}} | '' | {} | {}",
            })
    void limitsTheHitsOfATile(String rule, String query, String body, String sent) {
        HarnessResult result = json(guard(rule), "POST", "/logs/_mvt/place/0/0/0" + query, body)
                .send();

        assertThat(result.upstreamBody()).isEqualTo(sent);
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
}

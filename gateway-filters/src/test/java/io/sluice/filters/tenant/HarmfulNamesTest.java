package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns of names that keep a server comparing. */
@Tag("slow")
class HarmfulNamesTest extends AcmeTest {
    HarmfulNamesTest() {
        super("indexPerTenant: { indices: [\"*\"], template: \"{tenant}.{index}\" }");
    }

    /** A thousand aliases of 230 bytes: with three wildcards a node of Elasticsearch 7.17 stood still for minutes, with 550 characters between them one of OpenSearch 2.19. */
    @ParameterizedTest
    @ValueSource(
            strings = {"l*a*a*b", "logs,l*a*a*b", "l*LONG*", "l*HALF*,l*HALF*b,l*HALF*c,l*HALF*d,l*HALF*e,l*HALF*f"})
    void areDeniedAmongWildcardsOfNames(String names) {
        String list = names.replace("LONG", "a".repeat(65)).replace("HALF", "a".repeat(50));

        assertThat(acme("GET", "/" + list + "/_count").send().status()).isEqualTo(400);
        assertThat(acme("GET", "/_search?index=" + list).send().relayed()).isFalse();
        HarnessResult several = acme("POST", "/_msearch")
                .body("{\"index\":\"" + list + "\"}\n{}\n")
                .everySplit();
        assertThat(several.relayed()).isFalse();
    }

    @Test
    void areDeniedAmongWildcardsOfAllNamesTogether() {
        String search = "{\"index\":\"l*" + "a".repeat(50) + "*\"}\n{}\n";

        assertThat(acme("POST", "/_msearch").body(search.repeat(5)).everySplit().relayed())
                .isTrue();
        assertDenied(acme("POST", "/_msearch").body(search.repeat(6)).everySplit());
        assertThat(acme("GET", "/l*" + "a".repeat(64) + "*,*b*/_count").send().relayed())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"docvalue_fields\":[\"*a*a*b\"]}",
                "{\"fields\":[\"*a*a*b\"]}",
                "{\"query\":{\"exists\":{\"field\":\"*a*a*b\"}}}",
                "{\"query\":{\"multi_match\":{\"query\":\"a\",\"fields\":[\"*a*a*b\"]}}}",
                "{\"highlight\":{\"fields\":{\"*a*a*b\":{}}}}"
            })
    void areDeniedAmongWildcardsOfFields(String body) {
        assertDenied(acme("POST", "/logs/_search").body(body).everySplit());

        assertRelayed("POST", "/logs/_search", body.replace("*a*a", "*a"));
    }

    @Test
    void areDeniedAmongManyNamesWithTwoWildcards() {
        String names = String.join(",", Collections.nCopies(32, "l*a*b"));

        assertThat(acme("GET", "/" + names + "/_count").send().relayed()).isTrue();
        assertThat(acme("GET", "/" + names + ",*c*/_count").send().status()).isEqualTo(400);
        assertThat(acme("GET", "/" + names + ",c**,*d/_count").send().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/logs/_mapping/field/NAME",
                "/_mapping/field/NAME",
                "/logs/_alias/NAME",
                "/_alias/NAME",
                "/logs/_settings/NAME",
                "/_settings/NAME",
                "/_cat/indices/NAME",
                "/_cat/aliases/NAME",
                "/_cluster/health/NAME",
                "/_resolve/index/NAME",
                "/NAME/_stats",
                "/NAME",
                "/logs/_field_caps?fields=NAME",
                "/logs/_search?docvalue_fields=NAME",
                "/logs/_search?stored_fields=NAME",
                "/logs/_stats?fielddata_fields=NAME",
                "/logs/_stats?fields=NAME",
                "/logs/_termvectors/1?fields=NAME"
            })
    void areDeniedAmongNamesInUrls(String target) {
        for (String name : new String[] {"l*a*a*b", "a,l*a*a*b", "l%2Aa%2Aa%2Ab"}) {
            HarnessResult result = acme("GET", target.replace("NAME", name)).send();

            assertThat(result.relayed()).as(name).isFalse();
        }
    }

    /** Of which each may show the largest document. */
    @Test
    void areDeniedAmongSearchesOfARequest() {
        String search = "{\"index\":\"logs\"}\n{}\n";

        assertDenied(acme("POST", "/_msearch").body(search.repeat(1001)).send());
        assertThat(acme("POST", "/_msearch").body(search.repeat(1000)).send().relayed())
                .isTrue();
    }

    /** A name of 4,000 parts ended the thread of Elasticsearch 7.17 that updates the cluster's state. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PUT | /logs/_mapping | {'properties':{'DEEP':{'type':'keyword'}}}",
                "PUT | /logs/_mapping | {'properties':{'o':{'properties':{'DEEP':{'type':'keyword'}}}}}",
                "PUT | /logs | {'mappings':{'properties':{'o':{'type':'text','fields':{'DEEP':{'type':'keyword'}}}}}}",
                "PUT | /logs | {'mappings':{'runtime':{'DEEP':{'type':'keyword'}}}}",
                "POST | /logs/_termvectors | {'doc':{'DEEP':'x'}}",
                "POST | /logs/_termvectors | {'doc':{'a':[1,{'DEEP':'x'}]}}",
                "POST | /logs/_search | {'query':{'more_like_this':{'like':[{'doc':{'DEEP':'x'}}]}}}",
            })
    void refusesFieldsOfVeryManyParts(String method, String target, String body) {
        String json = body.replace('\'', '"');

        assertDenied(acme(method, target)
                .body(json.replace("DEEP", "a.".repeat(100) + "a"))
                .everySplit());
        assertThat(acme(method, target)
                        .body(json.replace("DEEP", "a.".repeat(98) + "a"))
                        .everySplit()
                        .relayed())
                .isTrue();
    }
}

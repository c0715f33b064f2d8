package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.HarnessResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Aliases of a tenant with indices of its own: they are names of the tenant, of indices of the tenant. */
class AliasesTest extends AcmeTest {

    AliasesTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PUT    | /logs/_alias/now             | /acme.logs/_alias/acme.now
            PUT    | /l*,-logs/_alias/now         | /acme.l*,-acme.logs/_alias/acme.now
            PUT    | /_all/_alias/now             | /acme.*/_alias/acme.now
            DELETE | /logs/_alias/now,n*          | /acme.logs/_alias/acme.now,acme.n*
            DELETE | /*/_alias/_all               | /acme.*/_alias/acme.*
            GET    | /_alias                      | /acme.*/_alias
            GET    | /_alias/now                  | /acme.*/_alias/acme.now
            GET    | /_alias/*                    | /acme.*/_alias/acme.*
            HEAD   | /_alias/now                  | /acme.*/_alias/acme.now
            GET    | /logs/_alias/*,-now          | /acme.logs/_alias/acme.*,-acme.now
            GET    | /_cat/aliases?format=json    | /_cat/aliases/acme.*?format=json
            GET    | /_cat/aliases/now?format=json | /_cat/aliases/acme.now?format=json
            GET    | /_resolve/index/*            | /_resolve/index/acme.*
            GET    | /now/_search                 | /acme.now/_search
            """)
    void keepsAliasesInThePathsOfRequestsAmongTheTenantsNames(String method, String target, String sent) {
        assertThat(acme(method, target).send().upstreamHead().target().raw()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"actions":[{"add":{"index":"a","alias":"x","filter":{"term":{"k":1}},"is_write_index":true}}]} | {"actions":[{"add":{"index":"acme.a","alias":"acme.x","filter":{"term":{"k":1}},"is_write_index":true}}]}
            {"actions":[{"add":{"indices":["a","b*"],"aliases":["x","y"]}}]}       | {"actions":[{"add":{"indices":["acme.a","acme.b*"],"aliases":["acme.x","acme.y"]}}]}
            {"actions":[{"remove":{"index":"*","alias":"_all","must_exist":true}}]} | {"actions":[{"remove":{"index":"acme.*","alias":"acme.*","must_exist":true}}]}
            {"actions":[{"remove_index":{"index":"a"}},{"add":{"index":"b","alias":"a"}}]} | {"actions":[{"remove_index":{"index":"acme.a"}},{"add":{"index":"acme.b","alias":"acme.a"}}]}
            {"actions":[{"add":{"index":"a,bolt.b","alias":"x"}}]}                 | {"actions":[{"add":{"index":"acme.a,acme.bolt.b","alias":"acme.x"}}]}
            """)
    void translatesEveryNameInChangesOfAliases(String body, String sent) {
        assertThat(acme("POST", "/_aliases").body(body).everySplit().upstreamBody())
                .isEqualTo(sent);
    }

    @Test
    void translatesAliasesOfNewIndices() {
        String body = "{\"aliases\":{\"x\":{\"routing\":\"1\"},\"y\":{\"filter\":{\"match_all\":{}}}}}";
        String sent = "{\"aliases\":{\"acme.x\":{\"routing\":\"1\"},\"acme.y\":{\"filter\":{\"match_all\":{}}}}}";

        assertThat(acme("PUT", "/logs").body(body).everySplit().upstreamBody()).isEqualTo(sent);
        assertThat(acme("PUT", "/logs/_clone/copy").body(body).everySplit().upstreamBody())
                .isEqualTo(sent);
        assertThat(acme("POST", "/now/_rollover").body(body).everySplit().upstreamBody())
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"actions\":[{\"add\":{\"index\":\"bolt:a\",\"alias\":\"x\"}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"<a{now{'bolt'}}>\",\"alias\":\"x\"}}]}",
                "{\"actions\":[{\"add\":{\"indices\":[\"a*\",\"-bolt.a\"],\"alias\":\"x\"}}]}",
                "{\"actions\":[{\"add\":{\"index\":{\"a\":1},\"alias\":\"x\"}}]}",
                "{\"actions\":[{\"add\":{\"index\":1,\"alias\":\"x\"}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"filter\":{\"wrapper\":{\"query\":\"e30=\"}}}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"filter\":{\"terms\":{\"k\":{\"index\":\"b\",\"id\":\"1\",\"path\":\"p\"}}}}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"filter\":{\"term\":{\"_index\":\"a\"}}}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"filter\":{\"geo_shape\":{\"g\":{\"indexed_shape\":{\"id\":\"1\"}}}}}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"filter\":{\"unknown\":{}}}}]}",
                "{\"actions\":[{\"swap\":{\"index\":\"a\"}}]}",
                "{\"actions\":[{\"add\":{\"index\":\"a\",\"alias\":\"x\",\"index\":\"b\"}}],\"target\":\"bolt.a\"}"
            })
    void deniesChangesThatReachOut(String body) {
        assertRefused(acme("POST", "/_aliases").body(body).send());
    }

    @Test
    void judgesTheBodyOfAnAliasToo() {
        HarnessResult result = acme("PUT", "/logs/_alias/now")
                .body("{\"index\":\"a,b\",\"alias\":\"other\",\"filter\":{\"term\":{\"k\":1}}}")
                .everySplit();

        assertThat(result.upstreamBody())
                .isEqualTo("{\"index\":\"acme.a,acme.b\",\"alias\":\"acme.other\",\"filter\":{\"term\":{\"k\":1}}}");
    }

    @Test
    void showsTheTenantsAliasesAndNoOthers() {
        HarnessResult result =
                acme("GET", "/_alias").upstream(200, "application/json", """
                        {"acme.logs":{"aliases":{"acme.now":{"filter":{"term":{"k":1}}},"everything":{},"bolt.now":{}}}}""").send();

        assertThat(result.body()).isEqualTo("{\"logs\":{\"aliases\":{\"now\":{\"filter\":{\"term\":{\"k\":1}}}}}}");
    }

    @Test
    void saysWhichAliasesAreMissing() {
        HarnessResult result = acme("GET", "/_alias/now,then")
                .upstream(
                        404, "application/json", "{\"error\":\"aliases [acme.now,acme.then] missing\",\"status\":404}")
                .send();

        assertThat(result.body()).isEqualTo("{\"error\":\"aliases [now,then] missing\",\"status\":404}");
    }

    @Test
    void showsWhatNamesMean() {
        HarnessResult result = acme("GET", "/_resolve/index/*")
                .upstream(200, "application/json", """
                        {"indices":[{"name":"acme.a","aliases":["acme.x","everything"],"attributes":["open"]}],\
                        "aliases":[{"name":"acme.x","indices":["acme.a","bolt.a"]}],\
                        "data_streams":[{"name":"acme.d","backing_indices":[".ds-acme.d-000001"],"timestamp_field":"t"}]}""")
                .send();

        assertThat(result.body()).isEqualTo("""
                {"indices":[{"name":"a","aliases":["x"],"attributes":["open"]}],\
                "aliases":[{"name":"x","indices":["a"]}],\
                "data_streams":[{"name":"d","timestamp_field":"t"}]}""");
    }
}

package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.ResponseHead;
import io.sluice.api.ResponsePlan;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessResult;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of {@code _cat}, which the gateway makes of the server's JSON. */
class CatTextTest extends AcmeTest {

    private static final String ROWS = """
            [{"health":"green","index":"acme.logs","docs.count":"5","store.size":null},\
            {"health":"yellow","index":"acme.a\\u0062","docs.count":"12345","store.size":"1kb"}]""";

    CatTextTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @Test
    void areLaidOutByTheTenantsNames() {
        HarnessResult result = acme("GET", "/_cat/indices?v")
                .upstream(200, "application/json", ROWS)
                .everySplit();

        assertThat(result.upstreamHead().headers().get("Accept")).isEqualTo("application/json");
        assertThat(result.body()).isEqualTo("""
                health index docs.count store.size
                green  logs           5          \s
                yellow ab         12345        1kb
                """.replace("          \s\n", "           \n"));
    }

    @Test
    void areEmptyWhereThereIsNothing() {
        HarnessResult result = acme("GET", "/_cat/indices")
                .upstream(200, "application/json", "[]")
                .send();

        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).isEmpty();
    }

    /** The client's own words count only if no filter before has asked for JSON, for instance to edit the rows. */
    @Test
    void areNotMadeOfJsonThatAFilterBeforeAsksFor() {
        try (FilterHarness behind =
                FilterHarness.of(new AskingForJson(), configuration("indexPerTenant: { indices: [\"*\"] }"))) {
            HarnessResult result = behind.request("GET", "/_cat/indices")
                    .principal("acme")
                    .upstream(200, "application/json", "[{\"index\":\"acme.logs\"}]")
                    .send();

            assertThat(result.body()).isEqualTo("[{\"index\":\"logs\"}]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "*/*",
                "text/html",
                "text/plain,application/json",
                "application/vnd.elasticsearch+json; compatible-with=9,text/plain",
                "application/json, text/plain, */*"
            })
    void areForWhoeverDoesNotAskForJson(String accept) {
        HarnessResult result = acme("GET", "/_cat/count")
                .header("Accept", accept)
                .upstream(200, "application/json", "[{\"epoch\":\"1\",\"timestamp\":\"00:00:00\",\"count\":\"2\"}]")
                .send();

        assertThat(result.body()).isEqualTo("1 00:00:00 2\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/plain"})
    void areJsonForWhoeverAsksForIt(String accept) {
        HarnessResult result = acme("GET", "/_cat/indices?format=json")
                .header("Accept", accept)
                .upstream(200, "application/json", "[{\"index\":\"acme.logs\"}]")
                .send();

        assertThat(result.body()).isEqualTo("[{\"index\":\"logs\"}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[{\"index\":1}]",
                "{\"index\":\"acme.a\"}",
                "[{\"index\":\"acme.a\"",
                "[{\"index\":\"\\u00\"}]",
                ""
            })
    void areNotMadeOfAnythingElse(String answer) {
        HarnessResult result = acme("GET", "/_cat/indices")
                .upstream(200, "application/json", answer)
                .send();

        assertThat(result.status()).isEqualTo(502);
        assertThat(result.body()).doesNotContain("acme");
    }

    @ParameterizedTest
    @ValueSource(strings = {"index", "i", "idx"})
    void areNotShownIfAnAliasLeadsToAnIndexOfAnother(String column) {
        for (String target : new String[] {"/_cat/indices/all", "/_cat/aliases"}) {
            for (String format : new String[] {"", "?format=json"}) {
                HarnessResult result = acme("GET", target + format)
                        .upstream(
                                200,
                                "application/json",
                                "[{\"%s\":\"acme.a\"},{\"%s\":\"other.secret\"}]".formatted(column, column))
                        .send();

                assertThat(result.body()).as(target + format).doesNotContain("secret");
                assertThat(result.status()).isEqualTo(502);
            }
        }
    }

    /** A column is as wide as its longest text in all rows. */
    @Test
    void areNoLongerThanTheyMayBe() {
        String wide = "[{\"alias\":\"" + "x".repeat(100_000) + "\"}" + ",{\"alias\":\"a\"}".repeat(60) + "]";
        HarnessResult result = acme("GET", "/_cat/aliases")
                .upstream(200, "application/json", wide)
                .send();

        assertThat(result.status()).isEqualTo(400);
        assertThat(result.body()).contains("ask for format=json");
    }

    @Test
    void areMadeBesideTheEventLoopIfTheyAreLong() {
        String rows = "[" + "{\"index\":\"acme.logs\"},".repeat(5_000) + "{\"index\":\"acme.last\"}]";
        HarnessResult made = indices(rows);
        assertThat(made.status()).isEqualTo(200);
        assertThat(made.body()).hasLineCount(5_001).startsWith("logs\n").endsWith("last\n");

        harness.context().refuseTasks(true);

        assertThat(indices(rows).status()).isEqualTo(429);
        assertThat(indices("[{\"index\":\"acme.logs\"}]").body()).isEqualTo("logs\n");
    }

    private HarnessResult indices(String rows) {
        return acme("GET", "/_cat/indices")
                .upstream(200, "application/json", rows)
                .send();
    }

    @Test
    void giveBackTheirRoom() {
        String rows = "[" + "{\"alias\":\"%s\"}".formatted("a".repeat(1_000)) + ",{}".repeat(3_000) + "]";
        for (int i = 0; i < 20; i++) {
            assertThat(acme("GET", "/_cat/aliases")
                            .upstream(200, "application/json", rows)
                            .send()
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void showErrorsAsJson() {
        HarnessResult result = acme("GET", "/_cat/indices/none")
                .upstream(
                        404,
                        "application/json",
                        "{\"error\":{\"type\":\"x\",\"reason\":\"no such index [acme.none]\"},\"status\":404}")
                .send();

        assertThat(result.body()).contains("no such index [none]");
    }

    /** The filter as it is behind another one that asks for JSON. */
    private static final class AskingForJson implements FilterFactory<TenantConfig> {
        private final TenantFactory tenants = new TenantFactory();

        @Override
        public String type() {
            return tenants.type();
        }

        @Override
        public int apiVersion() {
            return tenants.apiVersion();
        }

        @Override
        public Class<TenantConfig> configType() {
            return tenants.configType();
        }

        @Override
        public Filter create(TenantConfig config, FilterContext context) throws IOException {
            Filter tenant = tenants.create(config, context);
            return new Filter() {
                @Override
                public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                    return tenant.onRequest(head.withHeader("Accept", "application/json"), exchange);
                }

                @Override
                public ResponsePlan onResponse(ResponseHead head, Exchange exchange) {
                    return tenant.onResponse(head, exchange);
                }

                @Override
                public void close() {
                    tenant.close();
                }
            };
        }
    }
}

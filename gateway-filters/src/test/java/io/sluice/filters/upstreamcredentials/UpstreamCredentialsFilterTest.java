package io.sluice.filters.upstreamcredentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.Secret;
import io.sluice.api.UpstreamCredentials;
import io.sluice.config.ConfigLoader;
import io.sluice.config.ConfigRenderer;
import io.sluice.config.GatewayConfig;
import io.sluice.plugin.FilterRegistry;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpstreamCredentialsFilterTest {

    private static final String RULES = """
            rules:
              - { when: { principals: [admin] }, username: root, password: pa:ss }
              - { when: { claims: { roles: [writer] } }, apiKey: d3JpdGVy }
              - { when: { tenants: [acme] }, bearer: token.of.acme }
              - { when: { principals: ["svc-*"] }, runAs: "{principal}" }
            """;

    private static FilterHarness harness(String config) {
        return FilterHarness.of(
                UpstreamCredentialsFilter.class, config, new TestContext().reaching(new TestCluster("primary")));
    }

    private static HarnessCall as(FilterHarness harness, String name, Map<String, List<String>> claims) {
        return harness.request("GET", "/logs/_search").fact(ExchangeKey.PRINCIPAL, new Principal(name, "test", claims));
    }

    private static HarnessCall as(FilterHarness harness, String name) {
        return as(harness, name, Map.of());
    }

    private static @Nullable UpstreamCredentials chosen(HarnessCall call) {
        return call.send().fact(ExchangeKey.UPSTREAM_CREDENTIALS);
    }

    @Test
    void choosesByUserClaimAndTenantAndTheFirstRuleCounts() {
        FilterHarness harness = harness(RULES);
        Map<String, List<String>> writer = Map.of("roles", List.of("reader", "writer"));

        assertThat(chosen(as(harness, "admin", writer)))
                .isEqualTo(new UpstreamCredentials(new Secret("Basic cm9vdDpwYTpzcw=="), null));
        assertThat(chosen(as(harness, "bob", writer)))
                .isEqualTo(new UpstreamCredentials(new Secret("ApiKey d3JpdGVy"), null));
        assertThat(chosen(as(harness, "bob").fact(ExchangeKey.TENANT, "acme")))
                .isEqualTo(new UpstreamCredentials(new Secret("Bearer token.of.acme"), null));
        assertThat(chosen(as(harness, "svc-1"))).isEqualTo(new UpstreamCredentials(null, "svc-1"));
    }

    @Test
    void refusesWhoHasNoRule() {
        FilterHarness harness = harness(RULES);

        HarnessResult result = as(harness, "bob").send();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.fact(ExchangeKey.UPSTREAM_CREDENTIALS)).isNull();
        assertThat(harness.request("GET", "/").send().status()).isEqualTo(403);
        assertThat(harness.context().meters().count("credentials_refused_requests"))
                .isEqualTo(2);
    }

    @Test
    void givesThoseOfTheClusterWhereThatIsWanted() {
        FilterHarness harness = harness(RULES + "otherwise: cluster");

        assertThat(chosen(harness.request("GET", "/"))).isEqualTo(UpstreamCredentials.ofCluster());
        assertThat(chosen(as(harness, "admin"))).isNotEqualTo(UpstreamCredentials.ofCluster());
    }

    @Test
    void takesARuleWithoutAConditionForAll() {
        assertThat(chosen(harness("rules: [{ apiKey: YTpi }]").request("GET", "/")))
                .isEqualTo(new UpstreamCredentials(new Secret("ApiKey YTpi"), null));
    }

    @Test
    void hasTheClusterActForTheUserBesideItsOwnCredentialsOrOthers() {
        FilterHarness harness = harness("rules: [{ username: a, password: b, runAs: '{tenant}.{principal}' }]");

        assertThat(chosen(as(harness, "jane doe").fact(ExchangeKey.TENANT, "acme")))
                .isEqualTo(new UpstreamCredentials(new Secret("Basic YTpi"), "acme.jane doe"));
        assertThat(as(harness, "jane").send().status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " admin",
                "admin ",
                "admin\t",
                "ad\nmin",
                "admin\r\nes-secondary-authorization: x",
                "\u00e4dmin",
                "\u20acuro",
                "admin\u0000",
                "admin\u00a0"
            })
    void refusesNamesThatTheClusterMightReadAsAnother(String name) {
        FilterHarness harness = harness("rules: [{ runAs: '{principal}' }]");

        HarnessResult result = as(harness, name).send();

        assertThat(result.status()).isEqualTo(403);
        assertThat(result.fact(ExchangeKey.UPSTREAM_CREDENTIALS)).isNull();
    }

    @Test
    void refusesANameThatIsTooLongForAHeader() {
        FilterHarness harness = harness("rules: [{ runAs: '{principal}' }]");

        assertThat(as(harness, "x".repeat(1025)).send().status()).isEqualTo(403);
        assertThat(as(harness, "x".repeat(1024)).send().relayed()).isTrue();
    }

    @Test
    void refusesPathsThatARuleMightReadInAnotherWay() {
        FilterHarness harness = harness("rules: [{ when: { paths: ['/{index}/_search'] }, apiKey: YTpi }]");

        assertThat(harness.request("GET", "/logs/_search").send().relayed()).isTrue();
        assertThat(harness.request("GET", "/a/../logs/_search").send().status()).isEqualTo(400);
    }

    @Test
    void leavesTheHeadersToTheGateway() {
        HarnessResult result = as(harness(RULES), "admin")
                .header("Authorization", "Basic bWFsbG9yeQ==")
                .send();

        assertThat(result.upstreamHead().headers().get("Authorization")).isEqualTo("Basic bWFsbG9yeQ==");
    }

    @Test
    void showsNoSecretAnywhere() {
        FilterHarness harness = harness(RULES);
        HarnessCall call = as(harness, "admin");

        assertThat(String.valueOf(chosen(call))).doesNotContain("cm9vd", "pa:ss");
        assertThat(call.explain()).isEqualTo("credentials of rules[0]");
        assertThat(as(harness, "svc-1").explain()).isEqualTo("credentials of rules[3], in the name of svc-1");
        assertThat(as(harness, "bob").explain()).isEqualTo("no rule is for this request");
        assertThat(harness.filter().toString()).doesNotContain("cm9vd", "pa:ss", "d3JpdGVy", "token.of.acme");
        assertThat(new CredentialsRule(null, "root", new Secret("pa:ss"), null, null, null).toString())
                .doesNotContain("pa:ss");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rules: []",
                "rules: [{}]",
                "rules: [{ when: { principals: [a] } }]",
                "rules: [{ username: a }]",
                "rules: [{ password: a }]",
                "rules: [{ username: a, password: b, apiKey: c }]",
                "rules: [{ apiKey: c, bearer: d }]",
                "rules: [{ username: 'a:b', password: c }]",
                "rules: [{ username: a, password: \"b\\n\" }]",
                "rules: [{ username: '', password: b }]",
                "rules: [{ apiKey: 'a b' }]",
                "rules: [{ apiKey: \"a\\n\" }]",
                "rules: [{ apiKey: '' }]",
                "rules: [{ bearer: \"a\\r\\nX: y\" }]",
                "rules: [{ bearer: \u00e4 }]",
                "rules: [{ apiKey: a, runAs: jane }]",
                "rules: [{ bearer: a, runAs: jane }]",
                "rules: [{ runAs: '{user}' }]",
                "rules: [{ runAs: '{principal' }]",
                "rules: [{ runAs: '' }]",
                "rules: [{ runAs: 'a ' }]",
                "rules: [{ apiKey: a }]\notherwise: pass"
            })
    void refusesConfigurationsThatCannotWork(String config) {
        assertThatThrownBy(() -> harness(config)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void showsNoSecretInTheRenderedConfiguration() throws Exception {
        String yaml = """
                listeners: [{ name: main, bind: ":9200", routes: [flow: default] }]
                clusters: { primary: { nodes: ["http://127.0.0.1:9201"] } }
                flows:
                  default:
                    relay: { cluster: primary }
                    filters:
                      - type: upstream-credentials
                        config:
                """ + RULES.indent(12);
        GatewayConfig config = new ConfigLoader(Map.of())
                .parse(
                        yaml,
                        Path.of("gateway.yml"),
                        plugins -> FilterRegistry.of(new UpstreamCredentialsFilter_Factory()))
                .config();

        assertThat(ConfigRenderer.json(config))
                .contains("root", "svc-*")
                .doesNotContain("pa:ss", "d3JpdGVy", "token.of.acme");
        assertThat(config.toString()).doesNotContain("pa:ss", "d3JpdGVy", "token.of.acme");
    }

    @Test
    void tellsNoSecretInTheErrorOfAConfiguration() {
        assertThatThrownBy(() -> harness("rules: [{ bearer: \"s3cret\\n\" }]"))
                .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rules: [{ runAs: jane }]", "rules: [{ apiKey: a }]\notherwise: cluster"})
    void wantsCredentialsOfTheClusterWhereItNeedsThem(String config) {
        TestContext context = new TestContext().reaching(new TestCluster("primary").withoutCredentials());

        assertThatThrownBy(() -> FilterHarness.of(UpstreamCredentialsFilter.class, config, context))
                .hasMessageContaining("clusters.primary.auth");
    }

    @Test
    void namesAnotherUserOnlyBesideCredentialsWithWhichNoServerIgnoresThat() {
        TestContext context = new TestContext().reaching(new TestCluster("primary").withApiKey());

        assertThatThrownBy(() -> FilterHarness.of(UpstreamCredentialsFilter.class, "rules: [{ runAs: jane }]", context))
                .hasMessageContaining("username and password in clusters.primary.auth");
        assertThatThrownBy(() -> UpstreamCredentials.bearer(new Secret("token")).as("jane"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(chosen(FilterHarness.of(
                                UpstreamCredentialsFilter.class, "rules: [{ apiKey: a }]\notherwise: cluster", context)
                        .request("GET", "/")))
                .isNotNull();
    }

    @Test
    void sendsSecretsToSeveralClustersOnlyIfItIsTold() {
        TestContext context = new TestContext().reaching(new TestCluster("primary"), new TestCluster("archive"));

        assertThatThrownBy(() -> FilterHarness.of(UpstreamCredentialsFilter.class, "rules: [{ apiKey: a }]", context))
                .hasMessageContaining("primary, archive")
                .hasMessageContaining("severalClusters");
        assertThat(chosen(FilterHarness.of(
                                UpstreamCredentialsFilter.class,
                                "rules: [{ apiKey: a }]\nseveralClusters: true",
                                context)
                        .request("GET", "/")))
                .isNotNull();
        assertThat(chosen(FilterHarness.of(UpstreamCredentialsFilter.class, "rules: [{ runAs: jane }]", context)
                        .request("GET", "/")))
                .isEqualTo(new UpstreamCredentials(null, "jane"));
    }
}

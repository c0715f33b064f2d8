package io.sluice.filters.tenant.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.ListenerInfo;
import io.sluice.api.Principal;
import io.sluice.filters.tenant.TenantFactory;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TenantSourcesTest {

    private static FilterHarness from(String source) {
        return FilterHarness.of(
                new TenantFactory(), "layouts: [{ indexPerTenant: { indices: [\"*\"] } }]\nfrom: " + source + "\n");
    }

    private static @Nullable String sent(HarnessCall call) {
        HarnessResult result = call.send();
        return result.relayed() ? result.upstreamHead().target().rawPath() : null;
    }

    @Test
    void takesAHeaderFromTrustedAddressesOnlyAndNeverSendsItOn() {
        FilterHarness harness = from("[{ header: { name: X-Tenant, trusted: [10.0.0.0/8] } }, { principal: {} }]");

        HarnessResult trusted = harness.request("GET", "/logs/_search")
                .client("10.1.2.3")
                .header("x-tenant", "acme")
                .send();
        HarnessResult other = harness.request("GET", "/logs/_search")
                .client("11.1.2.3")
                .header("X-Tenant", "acme")
                .principal("bolt")
                .send();

        assertThat(trusted.upstreamHead().target().rawPath()).isEqualTo("/acme.logs/_search");
        assertThat(trusted.upstreamHead().headers().contains("X-Tenant")).isFalse();
        assertThat(other.upstreamHead().target().rawPath()).isEqualTo("/bolt.logs/_search");
        assertThat(other.upstreamHead().headers().contains("X-Tenant")).isFalse();
    }

    @Test
    void refusesTwoHeadersAndNamesThatAreNone() {
        FilterHarness harness = from("[{ header: { name: X-Tenant, trusted: [127.0.0.1] } }, { principal: {} }]");

        assertThat(sent(harness.request("GET", "/logs/_search")
                        .header("X-Tenant", "acme")
                        .header("X-Tenant", "acme")
                        .principal("bolt")))
                .isNull();
        assertThat(sent(harness.request("GET", "/logs/_search")
                        .header("X-Tenant", "a*")
                        .principal("bolt")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "acme.search.example,/acme.logs/_search",
        "acme.search.example:9200,/acme.logs/_search",
        "acme.search.example.evil,",
        "x.acme.search.example,",
        "search.example,",
        "ACME.Search.example,/acme.logs/_search"
    })
    void takesTheTenantFromTheWholeHost(String host, @Nullable String path) {
        FilterHarness harness = from("[{ host: '(?<tenant>[a-z]+)[.]search[.]example' }]");

        assertThat(sent(harness.request("GET", "/logs/_search").header("Host", host)))
                .isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({
        "/t/acme/logs/_search,/acme.logs/_search",
        "/t/acme/,/",
        "/t/acme,/",
        "/t//acme//logs/_search,/acme.logs/_search",
        "/logs/_search,",
        "/t/,",
        "/x/acme/logs/_search,",
        "/t/a.b/logs/_search,"
    })
    void takesTheTenantFromTheBeginningOfThePath(String target, @Nullable String path) {
        FilterHarness harness = from("[{ path: '/t/{tenant}' }]");

        assertThat(sent(harness.request("GET", target))).isEqualTo(path);
    }

    @Test
    void believesHostsOfThisMachineOnlyUnlessClientsAreTrusted() {
        String source = "[{ host: '(?<tenant>[a-z]+)[.]search[.]example' }]";
        FilterHarness strict = from(source);
        FilterHarness open = from(source + "\nclientsAreTrusted: true");

        assertThat(sent(strict.request("GET", "/logs/_search")
                        .header("Host", "acme.search.example")
                        .client("10.0.0.1")))
                .isNull();
        assertThat(sent(open.request("GET", "/logs/_search")
                        .header("Host", "acme.search.example")
                        .client("10.0.0.1")))
                .isEqualTo("/acme.logs/_search");
    }

    @Test
    void believesPathsOfThisMachineOnlyUnlessClientsAreTrusted() {
        FilterHarness strict = from("[{ path: '/t/{tenant}' }]");
        FilterHarness open = from("[{ path: '/t/{tenant}' }]\nclientsAreTrusted: true");

        assertThat(sent(strict.request("GET", "/t/acme/_search").client("10.0.0.1")))
                .isNull();
        assertThat(sent(open.request("GET", "/t/acme/_search").client("10.0.0.1")))
                .isEqualTo("/acme.*/_search");
    }

    @Test
    void takesAPartOfAUsersNameAndTheWordOfOneFilterOnly() {
        FilterHarness harness = from("[{ principal: { pattern: 'user-(?<tenant>[a-z]+)', realm: test } }]");

        assertThat(sent(harness.request("GET", "/logs/_search").principal("user-acme")))
                .isEqualTo("/acme.logs/_search");
        assertThat(sent(harness.request("GET", "/logs/_search").principal("acme")))
                .isNull();
        assertThat(sent(harness.request("GET", "/logs/_search")
                        .fact(ExchangeKey.PRINCIPAL, new Principal("user-acme", "other"))))
                .isNull();
    }

    @Test
    void takesTheOneValueOfAClaim() {
        FilterHarness harness = from("[{ principal: { claim: org } }]");

        assertThat(sent(harness, Map.of("org", List.of("acme")))).isEqualTo("/acme.logs/_search");
        assertThat(sent(harness, Map.of("org", List.of("acme", "globex")))).isNull();
        assertThat(sent(harness, Map.of("roles", List.of("acme")))).isNull();
        assertThat(sent(harness, Map.of("org", List.of("not a tenant")))).isNull();
    }

    private @Nullable String sent(FilterHarness harness, Map<String, List<String>> claims) {
        return sent(harness.request("GET", "/logs/_search")
                .fact(ExchangeKey.PRINCIPAL, new Principal("globex", "jwt", claims)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "[{ header: { name: X-Tenant, trusted: [] } }]",
                "[{ header: { name: X-Tenant, trusted: [0.0.0.0/0] } }]",
                "[{ header: { name: Content-Length, trusted: [10.0.0.1] } }]",
                "[{ host: '[a-z]+' }]",
                "[{ host: '(?<tenant>(a+)\\1)' }]",
                "[{ host: '(?<tenant>(' }]",
                "[{ path: '/t' }]",
                "[{ path: '{tenant}' }]",
                "[{ path: '/t/x{tenant}' }]",
                "[{ nobody: {} }]"
            })
    void refusesConfigurationsThatNameNoTenantSafely(String source) {
        assertThatThrownBy(() -> from(source)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            { path: '/t/{tenant}' }                                                  | the path
            { host: '(?<tenant>[a-z]+)[.]example' }                                  | the Host header
            { index: '(?<prefix>[^-]+)-(?<tenant>[^-]+)(?<postfix>.*)' }             | index names
            { header: { name: X-Tenant, trusted: [10.0.0.7, 10.0.0.0/15] } }         | 10.0.0.0/15
            { header: { name: X-Tenant, trusted: [0.0.0.0/1, 128.0.0.0/1] } }        | 0.0.0.0/1
            { header: { name: X-Tenant, trusted: ["fd00::/63"] } }                   | X-Tenant
            { header: { name: X-Tenant, trusted: [127.0.0.1/3] } }                   | 127.0.0.1/3
            { header: { name: X-Tenant, trusted: ["::1/8"] } }                       | X-Tenant
            { header: { name: X-Tenant, trusted: [10.0.0.7, 10.1.0.0/16] } }         |
            { header: { name: X-Tenant, trusted: [127.0.0.0/8, "::1", "fd00::/64"] } } |
            { principal: {} }                                                        |
            """)
    void letsNobodyOnAnotherMachineTakeAnyName(String source, @Nullable String objection) {
        String config =
                "layouts: [{ indexPerTenant: { indices: [\"*\"] } }]\nfrom: [{ principal: {} }, " + source + "]\n";
        TestContext inside = new TestContext().behind(new ListenerInfo("a", true), new ListenerInfo("b", true));
        TestContext outside = new TestContext().behind(new ListenerInfo("a", true), new ListenerInfo("b", false));

        FilterHarness.of(new TenantFactory(), config, inside).close();
        FilterHarness.of(new TenantFactory(), config + "clientsAreTrusted: true\n", outside)
                .close();
        ThrowingCallable make =
                () -> FilterHarness.of(new TenantFactory(), config, outside).close();
        if (objection == null) {
            assertThatCode(make).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(make)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("listener b")
                    .hasMessageContaining(objection);
        }
    }
}

package io.sluice.plugins.ldap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.api.Secret;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class LdapFilterTest {

    private static final String SEARCH = "users: { search: { base: 'ou=people,dc=example,dc=org' } }\n";
    private static final String TEMPLATE = "users: { dn: 'uid={user},ou=people,dc=example,dc=org' }\n";
    private static final String ACCOUNT =
            "bind: { dn: '" + TestDirectory.ACCOUNT + "', password: of the gateway }\ntimeout: 30s\n";

    private TestDirectory directory;
    private FilterHarness harness;

    @BeforeEach
    void start() throws Exception {
        directory = new TestDirectory();
        harness = harness(SEARCH + ACCOUNT);
    }

    @AfterEach
    void stop() {
        harness.close();
        directory.close();
    }

    private FilterHarness harness(String yaml) {
        return FilterHarness.of(
                LdapFilter.class,
                "urls: ['ldap://127.0.0.1:" + directory.port() + "']\n" + yaml,
                new TestContext().filterTimeout(Duration.ofMinutes(2)));
    }

    private void configure(String yaml) {
        harness.close();
        harness = harness(yaml);
    }

    static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
    }

    private HarnessCall as(String user, String password) {
        return harness.request("POST", "/logs/_search")
                .header("Authorization", basic(user, password))
                .body("{\"size\":1}");
    }

    private Principal principal(String user, String password) {
        return as(user, password).send().fact(ExchangeKey.PRINCIPAL);
    }

    private void assertRefused(String user, String password) {
        HarnessResult result = as(user, password).send();

        assertThat(result.status()).as(user).isEqualTo(401);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    private long count(String meter) {
        return harness.context().meters().count(meter);
    }

    @Test
    void letsAUserThroughAndNotesThePrincipal() {
        HarnessResult result = as("alice", "secret").everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isEqualTo(new Principal("alice", "ldap"));
        assertThat(result.upstreamBody()).isEqualTo("{\"size\":1}");
        assertThat(result.upstreamHead().headers().contains("Authorization")).isFalse();
    }

    @Test
    void forwardsTheHeaderWhereThatIsWanted() {
        configure(SEARCH + ACCOUNT + "forwardAuthorization: true");

        assertThat(as("alice", "secret").send().upstreamHead().headers().get("Authorization"))
                .isEqualTo(basic("alice", "secret"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "Alice", "ALICE", " alice", "alice "})
    void givesAUserOneNameHoweverItIsTyped(String typed) {
        assertThat(principal(typed, "secret")).isEqualTo(new Principal("alice", "ldap"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"alice", "ALICE", " alice"})
    void givesAUserOneNameWhereTheEntrysNameFollowsFromIt(String typed) {
        configure(TEMPLATE + "timeout: 30s");

        assertThat(principal(typed, "secret")).isEqualTo(new Principal("alice", "ldap"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"alice:wrong", "alice:secret ", "alice:Secret", "nobody:secret", "eve:secret", "dan:secret"})
    void answers401ToWrongCredentials(String pair) {
        int colon = pair.indexOf(':');

        assertRefused(pair.substring(0, colon), pair.substring(colon + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "al*",
                "alice)(uid=*",
                "alice)(|(uid=*)",
                "*)(objectClass=*",
                "\\2a",
                "\\61lice",
                "{user}",
                "alice,ou=people,dc=example,dc=org",
                "alice,ou=people,dc=example,dc=org??sub",
                "alice+uid=bob",
                "\\#61",
                "#0405616c696365",
                "alice\"",
                "alice;",
                "alice,",
                "gateway,dc=example,dc=org"
            })
    void takesNoPatternAndNoOtherEntryFromAName(String name) {
        assertRefused(name, "secret");
        assertThat(directory.binds).isEmpty();

        configure(TEMPLATE + "timeout: 30s");
        assertRefused(name, "secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "alice:",
                "nobody:",
                ":",
                ":secret",
                " :secret",
                "al\u0000ice:secret",
                "alice:sec\u0000ret",
                "alice:se\ncret",
                "alice\u0085:secret"
            })
    void asksNobodyAboutWhatProvesNothing(String pair) {
        String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));

        HarnessResult searched =
                harness.request("GET", "/").header("Authorization", header).send();
        configure(TEMPLATE);
        HarnessResult named =
                harness.request("GET", "/").header("Authorization", header).send();

        assertThat(searched.status()).isEqualTo(401);
        assertThat(named.status()).isEqualTo(401);
        assertThat(directory.binds).isEmpty();
        assertThat(directory.searches).isEmpty();
    }

    @Test
    void refusesNamesAndPasswordsOfAnyLengthWithoutAsking() {
        assertRefused("a".repeat(257), "secret");
        assertRefused("alice", "s".repeat(1025));
        assertThat(directory.searches).isEmpty();
    }

    @Test
    void asksForAPasswordInElasticsearchsShape() {
        HarnessResult result = harness.request("GET", "/").send();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.headers().get("WWW-Authenticate")).isEqualTo("Basic realm=\"sluice\", charset=\"UTF-8\"");
        assertThat(result.body()).contains("security_exception").endsWith("\"status\":401}");
    }

    @Test
    void refusesTwoHeadersEvenIfBothAreRight() {
        assertThat(as("alice", "secret")
                        .header("authorization", basic("alice", "secret"))
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void passesRequestsWithoutAPasswordWhereItIsOptionalAndNoneWithAWrongOne() {
        configure(SEARCH + ACCOUNT + "optional: true");

        HarnessResult without = harness.request("GET", "/").send();
        HarnessResult ofAnother = harness.request("GET", "/")
                .header("Authorization", "Bearer a.b.c")
                .send();

        assertThat(without.relayed()).isTrue();
        assertThat(without.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(ofAnother.relayed()).isTrue();
        assertRefused("alice", "wrong");
        assertRefused("alice", "");
    }

    @Test
    void takesGroupsThatNameTheUserAndClaimsOfTheEntry() {
        configure(SEARCH + ACCOUNT + """
                groups: { search: { base: 'ou=groups,dc=example,dc=org' } }
                groupsClaim: roles
                claims: { tenant: o, mail: mail, none: telephoneNumber }
                """);

        assertThat(principal("Alice", "secret"))
                .isEqualTo(new Principal(
                        "alice",
                        "ldap",
                        Map.of(
                                "tenant",
                                List.of("acme"),
                                "mail",
                                List.of("alice@example.org"),
                                "roles",
                                List.of("Readers", "cn=admins,ou=old,ou=groups,dc=example,dc=org"))));
    }

    @Test
    void takesGroupsThatTheEntryNames() {
        configure(SEARCH + ACCOUNT + "groups: { attribute: { base: 'ou=groups,dc=example,dc=org' } }");

        assertThat(principal("alice", "secret"))
                .isEqualTo(new Principal(
                        "alice", "ldap", Map.of("groups", List.of("Readers", "cn=admins,ou=club,dc=example,dc=org"))));
    }

    @Test
    void readsEntryAndGroupsAsTheUserWhereNoAccountIsGiven() {
        configure(TEMPLATE + "timeout: 30s\ngroups: { search: { base: 'ou=groups,dc=example,dc=org' } }");

        assertThat(principal("bob", "secret of bob"))
                .isEqualTo(new Principal("bob", "ldap", Map.of("groups", List.of("Readers"))));
        assertRefused("bob", "secret");
        assertRefused("nobody", "secret");
    }

    @Test
    void readsEntryAndGroupsAsTheAccountWhereOneIsGiven() {
        configure(TEMPLATE + ACCOUNT + "groups: { search: { base: 'ou=groups,dc=example,dc=org' } }");

        assertThat(principal("bob", "secret of bob"))
                .isEqualTo(new Principal("bob", "ldap", Map.of("groups", List.of("Readers"))));
    }

    @Test
    void asksTheDirectoryOnceWithinTheTimeAPasswordIsRemembered() {
        as("alice", "secret").send();
        as("alice", "secret").send();
        assertThat(directory.binds).hasSize(1);

        harness.context().clock().advance(Duration.ofSeconds(61));
        as("alice", "secret").send();
        assertThat(directory.binds).hasSize(2);
    }

    @Test
    void asksEachTimeWhereNothingIsRemembered() {
        configure(SEARCH + ACCOUNT + "cacheFor: 0s");

        as("alice", "secret").send();
        as("alice", "secret").send();

        assertThat(directory.binds).hasSize(2);
    }

    @Test
    void doesNotRememberWrongPasswords() {
        as("alice", "wrong").send();
        as("alice", "wrong").send();

        assertThat(directory.binds).hasSize(2);
        assertThat(count("refused_passwords")).isEqualTo(2);
        assertThat(count("checked_passwords")).isEqualTo(2);
    }

    @Test
    void refusesANameThatSeveralEntriesHave() {
        configure(SEARCH.replace("org' }", "org', filter: '(|(uid={user})(mail={user}))' }") + ACCOUNT
                + "nameAttribute: uid");

        assertRefused("alice@example.org", "secret");
        assertThat(directory.binds).isEmpty();
        assertThat(count("unusable_entries")).isEqualTo(1);
        assertThat(principal("alice", "secret")).isEqualTo(new Principal("alice", "ldap"));
    }

    @Test
    void keepsConnectionsForTheNextCheck() {
        as("alice", "secret").send();

        assertThat(harness.context().meters().gauge("idle_connections")).isEqualTo(2);
    }

    @Test
    void endsItsConnectionsWhenItIsClosed() {
        as("alice", "secret").send();

        harness.close();

        assertThat(harness.context().meters().gauge("idle_connections")).isZero();
        assertThat(harness.context().periodicTasks()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "urls: []",
                "urls: ['ldap://ldap.example']",
                "urls: ['ldap://127.0.0.1', 'ldaps://ldap.example']",
                "urls: ['http://127.0.0.1']",
                "urls: ['ldap://user@127.0.0.1']",
                "urls: ['ldap://127.0.0.1/dc=example']",
                "urls: ['ldaps://127.0.0.1']\nstartTls: true",
                "ca: missing.pem",
                "bind: { dn: 'cn=x', password: '' }",
                "bind: { dn: '', password: x }",
                "users: { search: { base: '' } }",
                "users: { search: { base: 'no name' } }",
                "users: { search: { base: 'dc=org', filter: '(uid=alice)' } }",
                "users: { search: { base: 'dc=org', filter: 'uid={user})' } }",
                "users: { search: { base: 'dc=org', filter: '(uid={user}*)' } }",
                "users: { search: { base: 'dc=org', filter: '(uid=*{user}*)' } }",
                "users: { search: { base: 'dc=org', filter: '(!(uid={user}))' } }",
                "users: { search: { base: 'dc=org', filter: '(uid>={user})' } }",
                "users: { search: { base: 'dc=org', filter: '({user}=*)' } }",
                "users: { search: { base: 'dc=org', filter: '(uid={dn})' } }",
                "users: { search: { base: 'dc=org', filter: '(|(uid={user})(mail={user}))' } }",
                "users: { dn: 'ou=people,dc=org' }",
                "users: { dn: '{user}' }",
                "users: { dn: '{user}@example.org' }",
                "users: { dn: 'uid={user},ou={user},dc=org' }",
                "users: { dn: '{user}=x,dc=org' }",
                "groups: { search: { base: 'dc=org', filter: '(cn=all)' } }",
                "groups: { attribute: { base: 'no name' } }",
                "claims: { groups: o }\ngroups: { attribute: {} }",
                "realm: 'a\"b'",
                "timeout: 0s",
                "timeout: 1h",
                "connectTimeout: 6s",
                "connections: 0",
                "cacheSize: 0",
                "maxPending: 0"
            })
    void isNotMadeOfAConfigurationThatCannotWork(String lines) {
        String key = lines.substring(0, lines.indexOf(':'));
        String yaml = ("urls: ['ldap://127.0.0.1']\n" + SEARCH).replaceAll("(?m)^" + key + ":.*\n", "") + lines;

        assertThatThrownBy(() -> FilterHarness.of(LdapFilter.class, yaml, new TestContext()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void doesNotShowThePasswordOfItsAccount() {
        assertThat(new ServiceAccount("cn=x", new Secret("of the gateway")).toString())
                .doesNotContain("of the gateway");
    }

    @Test
    void isNotMadeWhereItsRequestsWouldBeLate() {
        TestContext hasty = new TestContext().filterTimeout(Duration.ofSeconds(5));

        assertThatThrownBy(() -> FilterHarness.of(LdapFilter.class, "urls: ['ldap://127.0.0.1']\n" + SEARCH, hasty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("timeout, 5000 ms, must be shorter than plugins.filterTimeout");
    }
}

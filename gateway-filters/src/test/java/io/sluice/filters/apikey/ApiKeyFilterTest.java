package io.sluice.filters.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of a file. */
class ApiKeyFilterTest {

    @TempDir
    private Path directory;

    private FilterHarness harness;

    @BeforeEach
    void start() throws IOException {
        write(Keys.line("build", "s3cret", "name=ci claims.roles=reader,writer expires=2026-01-02T00:00:00Z"));
        harness = harness("");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private void write(String text) throws IOException {
        Files.writeString(directory.resolve("keys"), text);
    }

    private void look() {
        harness.context().advance(Duration.ofSeconds(5));
    }

    private void lookTwice() {
        look();
        look();
    }

    private FilterHarness harness(String more) {
        return FilterHarness.of(ApiKeyFilter.class, "file: keys\n" + more, new TestContext(directory));
    }

    private void again(String more) {
        harness.close();
        harness = harness(more);
    }

    private HarnessCall with(String authorization) {
        return harness.request("POST", "/logs/_search")
                .header("Authorization", authorization)
                .body("{\"size\":1}");
    }

    private HarnessCall as(String id, String secret) {
        return with(Keys.header(id, secret));
    }

    @Test
    void letsAKeyThroughAndNotesItsUserAndClaims() {
        HarnessResult result = as("build", "s3cret").everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal("ci", "api-key", Map.of("roles", List.of("reader", "writer"))));
        assertThat(result.upstreamBody()).isEqualTo("{\"size\":1}");
        assertThat(result.upstreamHead().headers().contains("Authorization")).isFalse();
    }

    @Test
    void checksKeysOfTheFileWithoutAnotherThread() {
        harness.context().refuseTasks(true);

        assertThat(as("build", "s3cret").send().relayed()).isTrue();
        assertThat(as("build", "wrong").send().status()).isEqualTo(401);
    }

    @Test
    void forwardsTheHeaderWhereThatIsWanted() {
        again("forwardAuthorization: true");

        assertThat(as("build", "s3cret").send().upstreamHead().headers().get("Authorization"))
                .isEqualTo(Keys.header("build", "s3cret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "build:wrong",
                "build:s3cret ",
                "BUILD:s3cret",
                "other:s3cret",
                "build:s3cre",
                "build:s3crett",
                "build:s3cret:",
                "build::s3cret"
            })
    void answers401ToOtherKeys(String pair) {
        int colon = pair.indexOf(':');

        HarnessResult result =
                as(pair.substring(0, colon), pair.substring(colon + 1)).send();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(result.body()).contains("unable to authenticate with the API key of the REST request");
    }

    @Test
    void tellsAnUnknownIdAndAWrongSecretInTheSameWords() {
        HarnessResult wrong = as("build", "wrong").send();
        HarnessResult unknown = as("nobody", "wrong").send();

        assertThat(unknown.describe()).isEqualTo(wrong.describe());
        assertThat(harness.context().meters().count("refused_keys")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ApiKey", "ApiKey !", "ApiKey YTpi YTpi", "apikey Og==", "ApiKey  YnVpbGQ6czNjcmV0"})
    void answers401ToKeysThatCannotBeRead(String header) {
        assertThat(with(header).send().status()).isEqualTo(401);
        again("optional: true");
        assertThat(with(header).send().status()).isEqualTo(401);
    }

    @Test
    void answers401ToAHeaderOfOneMegabyte() {
        assertThat(as("build", "s3cret".repeat(1 << 18)).send().status()).isEqualTo(401);
    }

    @Test
    void asksForAKeyInElasticsearchsShape() {
        HarnessResult result = harness.request("GET", "/").send();

        assertThat(result.status()).isEqualTo(401);
        assertThat(result.headers().get("WWW-Authenticate")).isEqualTo("ApiKey realm=\"sluice\"");
        assertThat(result.body())
                .startsWith("{\"error\":{\"root_cause\":[{\"type\":\"security_exception\"")
                .contains("\"header\":{\"WWW-Authenticate\":\"ApiKey realm=\\\"sluice\\\"")
                .endsWith("\"status\":401}");
    }

    @Test
    void refusesTwoAuthorizationHeadersEvenIfOneIsRight() {
        assertThat(as("build", "s3cret")
                        .header("authorization", Keys.header("build", "s3cret"))
                        .send()
                        .status())
                .isEqualTo(401);
        again("optional: true");
        assertThat(as("build", "s3cret")
                        .header("AUTHORIZATION", "Basic YTpi")
                        .send()
                        .status())
                .isEqualTo(401);
    }

    @Test
    void letsOthersPassWithoutAUserWhereKeysAreOptional() {
        again("optional: true");

        HarnessResult without = harness.request("GET", "/").send();
        HarnessResult basic = with("Basic YTpi").send();

        assertThat(without.relayed()).isTrue();
        assertThat(basic.upstreamHead().headers().get("Authorization")).isEqualTo("Basic YTpi");
        assertThat(basic.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(as("build", "wrong").send().status()).isEqualTo(401);
    }

    @Test
    void takesThePlaceOfAUserThatAnEarlierFilterHasNamed() {
        assertThat(as("build", "s3cret").principal("mallory").send().fact(ExchangeKey.PRINCIPAL))
                .extracting(Principal::name)
                .isEqualTo("ci");
    }

    @Test
    void endsAKeyWhenItExpires() {
        harness.context().clock().advance(Duration.ofDays(1).minusSeconds(1));
        assertThat(as("build", "s3cret").send().relayed()).isTrue();

        harness.context().clock().advance(Duration.ofSeconds(1));
        assertThat(as("build", "s3cret").send().status()).isEqualTo(401);
        assertThat(as("build", "s3cret").send().body()).contains("has expired");
        assertThat(as("build", "wrong").send().body()).doesNotContain("expired");
    }

    @Test
    void takesAChangedKeyFromTheFile() throws IOException {
        write(Keys.line("build", "changed", ""));

        lookTwice();

        assertThat(as("build", "s3cret").send().status()).isEqualTo(401);
        assertThat(as("build", "changed").send().relayed()).isTrue();
    }

    /** A line that is cut within a claim names another tenant, one that is cut before its end never expires. */
    @Test
    void takesNoHalfWrittenFile() throws IOException {
        String whole = Keys.line("build", "s3cret", "claims.tenant=acme-prod expires=2026-01-02T00:00:00Z");
        write(whole.substring(0, whole.indexOf("-prod")));
        look();
        assertThat(user().claims()).doesNotContainKey("tenant");

        write(whole);
        look();
        assertThat(user().claims()).doesNotContainKey("tenant");

        look();
        assertThat(user().claims()).containsEntry("tenant", List.of("acme-prod"));
    }

    private Principal user() {
        return as("build", "s3cret").send().fact(ExchangeKey.PRINCIPAL);
    }

    @Test
    void keepsTheKeysWhereTheFileBreaksAndSaysSo() throws IOException {
        write(Keys.line("build", "other", "") + Keys.line("build", "other", ""));
        lookTwice();
        assertThat(as("build", "s3cret").send().relayed()).isTrue();

        Files.delete(directory.resolve("keys"));
        look();
        assertThat(as("build", "s3cret").send().relayed()).isTrue();

        Files.createDirectory(directory.resolve("keys"));
        look();
        assertThat(as("build", "s3cret").send().relayed()).isTrue();

        assertThat(harness.context().meters().count("reload_failures")).isEqualTo(3);
    }

    @Test
    void locksEverybodyOutWhereTheFileIsEmpty() throws IOException {
        write("");

        lookTwice();

        assertThat(as("build", "s3cret").send().status()).isEqualTo(401);
    }

    @Test
    void stopsLookingAtTheFileWhenClosed() {
        harness.close();

        assertThat(harness.context().periodicTasks()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "optional: true",
                "file: keys\nrealm: ''",
                "file: keys\nrealm: 'a\"b'",
                "file: keys\nreloadEvery: 0s",
                "file: missing",
                "file: .",
                "cluster: {}",
                "cluster: { name: primary, timeout: 0s }",
                "cluster: { name: primary, timeout: 2m }",
                "cluster: { name: primary, refuseFor: 2m }",
                "cluster: { name: primary, cacheFor: -1s }",
                "cluster: { name: primary, cacheSize: 0 }",
                "cluster: { name: primary, maxConcurrent: 0 }",
                "cluster: { name: primary, maxConcurrent: 9, maxPending: 8 }",
                "cluster: { name: primary, user: name }"
            })
    void refusesConfigurationsThatCannotWork(String config) {
        assertThatThrownBy(() -> FilterHarness.of(ApiKeyFilter.class, config, new TestContext(directory)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesToStartWithABrokenFile() throws IOException {
        write("build\n");

        assertThatThrownBy(() -> harness("")).hasMessageContaining("keys").hasMessageContaining("line 1");
    }
}

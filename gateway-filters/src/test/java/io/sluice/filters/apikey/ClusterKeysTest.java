package io.sluice.filters.apikey;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ClusterAnswer;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Principal;
import io.sluice.testkit.FilterHarness;
import io.sluice.testkit.HarnessCall;
import io.sluice.testkit.HarnessResult;
import io.sluice.testkit.TestCluster;
import io.sluice.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of a cluster that answers, is down, or says something odd. */
class ClusterKeysTest {

    private static final String RIGHT = Keys.header("Abc-1", "right");

    @TempDir
    private Path directory;

    private final TestCluster cluster = new TestCluster("primary").answeringClients(ClusterKeysTest::answer);
    private FilterHarness harness;

    private static ClusterAnswer answer(String authorization) {
        return authorization.equals(RIGHT) ? Keys.accepting("Abc-1", "jane") : new ClusterAnswer(401);
    }

    @BeforeEach
    void start() {
        harness = harness("cluster: { name: primary }");
    }

    @AfterEach
    void stop() {
        harness.close();
    }

    private FilterHarness harness(String config) {
        TestContext context = new TestContext(directory).reaching(new TestCluster("other"), cluster);
        return FilterHarness.of(ApiKeyFilter.class, config, context);
    }

    private void again(String config) {
        harness.close();
        harness = harness(config);
    }

    private HarnessCall with(String authorization) {
        return harness.request("GET", "/logs/_search").header("Authorization", authorization);
    }

    @Test
    void letsAKeyThroughThatTheClusterAccepts() {
        HarnessResult result = with(RIGHT).everySplit();

        assertThat(result.fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal(
                        "Abc-1", "api-key", Map.of("owner", List.of("jane"), "key_name", List.of("name of Abc-1"))));
        assertThat(result.upstreamHead().headers().contains("Authorization")).isFalse();
        assertThat(cluster.asked()).hasSize(1).first().hasToString("/_security/_authenticate");
        assertThat(cluster.shown()).containsExactly(RIGHT);
    }

    @Test
    void namesTheOwnerWhereThatIsWanted() {
        again("cluster: { name: primary, user: owner }");

        assertThat(with(RIGHT).send().fact(ExchangeKey.PRINCIPAL))
                .extracting(Principal::name)
                .isEqualTo("jane");
    }

    @Test
    void showsTheClusterTheKeyAsItWasUnderstood() {
        with(RIGHT.replace("ApiKey ", "apikey ").replace("=", "")).send();

        assertThat(cluster.shown()).containsExactly(RIGHT);
    }

    @Test
    void asksOnceWithinTheTimeThatAKeyIsTrusted() {
        with(RIGHT).send();
        harness.context().clock().advance(Duration.ofSeconds(29));
        cluster.silence();

        assertThat(with(RIGHT).send().relayed()).isTrue();

        harness.context().clock().advance(Duration.ofSeconds(1));
        assertThat(with(RIGHT).send().status()).isEqualTo(503);
    }

    @Test
    void refusesARevokedKeyOnceItsTimeIsOver() {
        with(RIGHT).send();
        cluster.answeringClients(authorization -> new ClusterAnswer(401));
        harness.context().clock().advance(Duration.ofSeconds(30));

        assertThat(with(RIGHT).send().status()).isEqualTo(401);
    }

    @Test
    void remembersARefusalForAShortTime() {
        String wrong = Keys.header("Abc-1", "wrong");

        assertThat(with(wrong).send().status()).isEqualTo(401);
        assertThat(with(wrong).send().status()).isEqualTo(401);
        assertThat(cluster.shown()).hasSize(1);

        harness.context().clock().advance(Duration.ofSeconds(5));
        assertThat(with(wrong).send().status()).isEqualTo(401);
        assertThat(cluster.shown()).hasSize(2);
    }

    @Test
    void asksAboutEachRequestWhereNothingIsToBeRemembered() {
        again("cluster: { name: primary, cacheFor: 0s, refuseFor: 0s }");

        for (String each : List.of(RIGHT, RIGHT, "ApiKey YTpi", "ApiKey YTpi")) {
            with(each).send();
        }

        assertThat(cluster.shown()).hasSize(4);
    }

    @Test
    void remembersOnlySoManyKeys() {
        again("cluster: { name: primary, cacheSize: 2 }");
        cluster.answeringClients(authorization -> Keys.accepting(
                "k" + cluster.shown().size(), "owner" + cluster.shown().size()));
        for (int i = 1; i <= 3; i++) {
            assertThat(with(Keys.header("k" + i, "right")).send().relayed()).isTrue();
        }
        cluster.silence();

        assertThat(with(Keys.header("k1", "right")).send().status()).isEqualTo(503);
        assertThat(with(Keys.header("k2", "right")).send().relayed()).isTrue();
        assertThat(with(Keys.header("k3", "right")).send().relayed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {201, 204, 302, 400, 403, 404, 405, 429, 500, 502, 503, 504})
    void answers503WhereTheClusterSaysNeitherYesNorNo(int status) {
        cluster.answeringClients(authorization -> new ClusterAnswer(status));

        HarnessResult result = with(RIGHT).send();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.headers().get("Retry-After")).isEqualTo("1");
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
        assertThat(harness.context().meters().count("failed_checks")).isEqualTo(1);
    }

    @Test
    void answers503WhereTheClusterIsDownAndAsksAgainAtOnce() {
        cluster.silence();
        assertThat(with(RIGHT).send().status()).isEqualTo(503);

        cluster.answeringClients(ClusterKeysTest::answer);
        assertThat(with(RIGHT).send().relayed()).isTrue();
    }

    static List<Map<String, @Nullable Object>> lies() {
        return List.of(
                Map.of(),
                without("username"),
                without("enabled"),
                without("authentication_type"),
                changed("username", ""),
                changed("username", " "),
                changed("username", "a\nb"),
                changed("username", 7),
                changed("enabled", false),
                changed("enabled", "true"),
                changed("authentication_type", "realm"),
                changed("authentication_type", "anonymous"),
                changed("authentication_type", "token"),
                changed("api_key", Map.of("id", "Abc-2", "name", "x")),
                changed("api_key", Map.of("name", "Abc-1")),
                changed("api_key", Map.of("id", List.of("Abc-1"))),
                changed("api_key", "Abc-1"),
                changed("api_key", null));
    }

    private static Map<String, @Nullable Object> without(String name) {
        Map<String, @Nullable Object> body = Keys.body("Abc-1", "jane");
        body.remove(name);
        return body;
    }

    private static Map<String, @Nullable Object> changed(String name, @Nullable Object value) {
        Map<String, @Nullable Object> body = Keys.body("Abc-1", "jane");
        body.put(name, value);
        return body;
    }

    @ParameterizedTest
    @MethodSource("lies")
    void believesNoAnswerThatDoesNotSpeakOfThisKey(Map<String, @Nullable Object> lie) {
        cluster.answeringClients(authorization -> new ClusterAnswer(200, lie));

        HarnessResult result = with(RIGHT).send();

        assertThat(result.status()).isEqualTo(503);
        assertThat(result.fact(ExchangeKey.PRINCIPAL)).isNull();
    }

    @Test
    void believesServersThatSayThatItWasAKeyAndNotWhich() {
        cluster.answeringClients(authorization -> new ClusterAnswer(200, without("api_key")));
        assertThat(with(RIGHT).send().fact(ExchangeKey.PRINCIPAL))
                .isEqualTo(new Principal("Abc-1", "api-key", Map.of("owner", List.of("jane"))));

        Map<String, @Nullable Object> native_ = without("api_key");
        native_.put("authentication_realm", Map.of("name", "native1", "type", "native"));
        cluster.answeringClients(authorization -> new ClusterAnswer(200, native_));
        assertThat(with(Keys.header("Abc-1", "other")).send().status()).isEqualTo(503);
    }

    @Test
    void asksTheClusterOnlyAboutIdsThatTheFileDoesNotHave() throws IOException {
        Files.writeString(directory.resolve("keys"), Keys.line("own", "s3cret", "") + Keys.line("Abc-1", "mine", ""));
        again("{ file: keys, cluster: { name: primary } }");

        assertThat(with(Keys.header("own", "s3cret")).send().relayed()).isTrue();
        assertThat(with(Keys.header("own", "wrong")).send().status()).isEqualTo(401);
        assertThat(with(RIGHT).send().status()).isEqualTo(401);
        assertThat(cluster.shown()).isEmpty();

        assertThat(with(Keys.header("other", "s3cret")).send().status()).isEqualTo(401);
        assertThat(cluster.shown()).hasSize(1);
    }

    @Test
    void acceptsNoKeyWhereNothingIsSent() {
        FilterHarness check = FilterHarness.of(ApiKeyFilter.class, "cluster: { name: primary }", new TestContext());

        HarnessCall call = check.request("GET", "/").header("Authorization", RIGHT);

        assertThat(call.send().status()).isEqualTo(503);
        assertThat(call.explain()).contains("no cluster is asked");
    }
}

package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterName;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Key;
import io.sluice.api.ListenerInfo;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What filters are told of the clusters that their requests can reach, and what they can ask them. */
@Tag("slow")
class ReachedClustersTest {

    private final List<FilterContext> contexts = new ArrayList<>();

    /** Chooses the clusters that the segments of a path name, one after another, and may say so beforehand. */
    private final class Choosing implements FilterFactory<Choosing.Config> {

        record Config(@Key("clusters") List<Rule> rules) {}

        record Rule(@Key("to") ClusterName to) {}

        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "choosing";
        }

        @Override
        public String description() {
            return "chooses a cluster by the path";
        }

        @Override
        public Class<Config> configType() {
            return Config.class;
        }

        @Override
        public Filter create(Config config, FilterContext context) {
            contexts.add(context);
            return new Filter() {
                @Override
                public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                    for (String cluster : head.target().segments()) {
                        if (cluster.startsWith("only-")) {
                            exchange.settle(cluster.substring("only-".length()));
                        } else {
                            exchange.target(cluster);
                        }
                    }
                    return RequestPlan.pass();
                }
            };
        }
    }

    private TestGateway gateway(TestNode node) throws Exception {
        return new TestGateway("""
                admin: { enabled: false }
                process: { eventLoops: 2, drain: 2s }
                clusters:
                  primary: { nodes: [NODE], discovery: { enabled: false, every: 7s }, auth: { username: sluice, password: secret } }
                  archive: { nodes: [NODE], discovery: { enabled: false } }
                  other: { nodes: [NODE], discovery: { enabled: false } }
                flows:
                  chosen:
                    filters: [{ type: choosing, config: { rules: [{ to: archive }] } }]
                    relay: { cluster: primary }
                  rest: { relay: { cluster: other } }
                listeners:
                  - { name: http, bind: "127.0.0.1:0", routes: [{ match: { paths: ["/other/rest"] }, flow: rest }, { flow: chosen }] }
                  - { name: outside, bind: "127.0.0.1:0", routes: [{ flow: rest }] }
                """.replace("NODE", node.address()), new Choosing());
    }

    @Test
    void tellsFiltersWhichClustersAndListenersAreBeforeAndBehindThem() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node)) {
            assertThat(contexts.getFirst().reached())
                    .extracting(ClusterReader::cluster)
                    .containsExactly("primary", "archive");
            assertThat(contexts.getFirst().cluster()).isEqualTo("primary");
            assertThat(contexts.getFirst().queue()).isNull();
            assertThat(contexts.getFirst().reached().getFirst().every()).isEqualTo(Duration.ofSeconds(7));
            assertThat(contexts.getFirst().listeners()).containsExactly(new ListenerInfo("http", true));
            assertThat(gateway.get("/other/rest").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void tellsFiltersWhichQueueIsBehindThem() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway =
                        new TestGateway("""
                        admin: { enabled: false }
                        clusters: { primary: { nodes: [NODE], discovery: { enabled: false } } }
                        queues: { ingest: { engine: memory, cluster: primary } }
                        flows:
                          kept:
                            filters: [{ type: choosing, config: { rules: [{ to: primary }] } }]
                            relay: { queue: ingest }
                        listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: kept }] }]
                        """.replace("NODE", node.address()), new Choosing(), new MemoryEngine())) {
            assertThat(gateway.get("/primary").statusCode()).isEqualTo(200);
            assertThat(contexts.getFirst().queue()).isEqualTo("ingest");
            assertThat(contexts.getFirst().cluster()).isEqualTo("primary");
        }
    }

    /** Though no request was sent: a filter may be the reason for that. */
    @Test
    void tellsFiltersWhichClusterIsAway() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestNode gone = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway(
                        """
                        admin: { enabled: false }
                        clusters:
                          primary: { nodes: [GONE], discovery: { enabled: false } }
                          next: { nodes: [NODE], discovery: { enabled: false } }
                        flows:
                          default:
                            filters: [{ type: choosing, config: { rules: [{ to: primary }] } }]
                            relay: { cluster: primary, standby: next }
                        listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                        """.replace("NODE", node.address()).replace("GONE", gone.address()), new Choosing())) {
            FilterContext context = contexts.getFirst();
            ClusterReader primary = context.reached().getFirst();
            assertThat(context.standby()).isEqualTo("next");
            assertThat(context.reached()).extracting(ClusterReader::isAvailable).containsExactly(true, true);

            gone.close();

            await().untilAsserted(() -> {
                assertThatThrownBy(() -> primary.get(RequestTarget.parse("/"))).isInstanceOf(IOException.class);
                assertThat(primary.isAvailable()).isFalse();
            });
            assertThat(context.reached().getLast().isAvailable()).isTrue();
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void tellsFiltersOfNoStandbyThatRequestsReachOtherwise() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = new TestGateway("""
                        admin: { enabled: false }
                        clusters:
                          primary: { nodes: [NODE], discovery: { enabled: false } }
                          next: { nodes: [NODE], discovery: { enabled: false } }
                        flows:
                          default:
                            filters: [{ type: choosing, config: { rules: [{ to: next }] } }]
                            relay: { cluster: primary, standby: next }
                        listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                        """.replace("NODE", node.address()), new Choosing())) {
            assertThat(contexts.getFirst().standby()).isNull();
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void takesNoClusterThatNoConfigurationOfTheFlowNames() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node)) {
            assertThat(gateway.get("/primary").statusCode()).isEqualTo(200);
            assertThat(gateway.get("/archive").statusCode()).isEqualTo(200);
            assertThat(gateway.get("/other").body()).contains("sluice_filter_failed");
            assertThat(node.requests()).hasSize(2);
        }
    }

    @Test
    void keepsAClusterThatWasChosenForGood() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node)) {
            assertThat(gateway.get("/primary/only-archive/archive").statusCode())
                    .isEqualTo(200);
            assertThat(gateway.get("/only-archive/primary").body()).contains("sluice_filter_failed");
            assertThat(gateway.get("/only-archive/only-primary").body()).contains("sluice_filter_failed");
            assertThat(node.requests()).hasSize(1);
        }
    }

    @Test
    void asksWithTheCredentialsOfTheCluster() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{\"a\":[1,null,{\"b\":\"c\"}]}"));
                TestGateway gateway = gateway(node)) {
            Map<String, Object> answer = contexts.getFirst()
                    .reached()
                    .getFirst()
                    .get(RequestTarget.parse("/logs%2D1,x*/_mapping?expand_wildcards=all&a=b%20c"));

            assertThat(answer).containsOnlyKeys("a");
            assertThat(answer.get("a").toString()).isEqualTo("[1, null, {b=c}]");
            TestNode.Request request = node.requests().getFirst();
            assertThat(request.line()).isEqualTo("GET /logs%2D1,x*/_mapping?expand_wildcards=all&a=b%20c HTTP/1.1");
            assertThat(request.header("Authorization")).isEqualTo("Basic c2x1aWNlOnNlY3JldA==");
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void sendsWhatFiltersSendAndGivesAnyAnswer() throws Exception {
        try (TestNode node = TestNode.answering("HTTP/1.1 409 Conflict\r\ncontent-length: 4\r\n\r\nno: ");
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();
            byte[] body = "{\"a\":\"ä\"}".getBytes(StandardCharsets.UTF_8);

            ClusterResponse answer = reader.send(
                    "PUT",
                    RequestTarget.parse("/a%2Fb/_doc/1?if_seq_no=1"),
                    "application/json",
                    body,
                    ClusterReader.Bounds.of(Duration.ofSeconds(30)));

            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.isSuccess()).isFalse();
            assertThat(answer.body()).asString(StandardCharsets.UTF_8).isEqualTo("no: ");
            TestNode.Request request = node.requests().getFirst();
            assertThat(request.line()).isEqualTo("PUT /a%2Fb/_doc/1?if_seq_no=1 HTTP/1.1");
            assertThat(request.header("Authorization")).isEqualTo("Basic c2x1aWNlOnNlY3JldA==");
            assertThat(request.header("Content-Type")).isEqualTo("application/json");
            assertThat(request.body()).isEqualTo(body);
        }
    }

    @Test
    void asksAsAClientWithNothingOfTheGateways() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{\"username\":\"jane\",\"roles\":[]}"));
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();
            RequestTarget target = RequestTarget.parse("/_security/_authenticate");

            ClusterAnswer one = reader.getAs("ApiKey YTpi", target, Duration.ofSeconds(10));
            reader.getAs("ApiKey Yzpk", target, Duration.ofSeconds(10));

            assertThat(one).isEqualTo(new ClusterAnswer(200, Map.of("username", "jane", "roles", List.of())));
            assertThat(node.requests())
                    .extracting(request -> request.header("Authorization"))
                    .containsExactly("ApiKey YTpi", "ApiKey Yzpk");
            assertThat(node.requests())
                    .allSatisfy(request ->
                            assertThat(request.headers()).noneMatch(header -> header.contains("c2x1aWNlOnNlY3JldA==")));
            assertThat(reader.hasCredentials()).isTrue();
            assertThat(contexts.getFirst().reached().getLast().hasCredentials()).isFalse();
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"401 Unauthorized", "403 Forbidden", "204 No Content", "429 Busy", "302 Found"})
    void tellsTheStatusOfAnAnswerToAClientAndNothingOfItsBody(String status) throws Exception {
        String answer = TestNode.ok("{\"secret\":1}").replace("200 OK", status);
        try (TestNode node = TestNode.answering(status.startsWith("204") ? "HTTP/1.1 204 No Content\r\n\r\n" : answer);
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();

            assertThat(reader.getAs("ApiKey YTpi", RequestTarget.parse("/"), Duration.ofSeconds(10)))
                    .isEqualTo(new ClusterAnswer(Integer.parseInt(status.substring(0, 3))));
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void waitsForAnAnswerToAClientAsLongAsTheFilterSays() throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.read();
                });
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();

            assertThatThrownBy(() -> reader.getAs("ApiKey YTpi", RequestTarget.parse("/x?a=b"), Duration.ofMillis(50)))
                    .isInstanceOf(IOException.class)
                    .hasMessage("GET /x was not answered to its end in 50 ms");
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret",
                "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nnull",
                "HTTP/1.1 200 OK\r\ncontent-encoding: secret\r\ncontent-length: 2\r\n\r\n{}",
                "HTTP/1.1 secret\r\n\r\n",
                "secret\r\n\r\n"
            })
    void tellsNothingOfAnAnswerThatShowsTheClientsCredentials(String answer) throws Exception {
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    connection.send(answer);
                });
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();

            assertThatThrownBy(() -> reader.getAs("ApiKey secret", RequestTarget.parse("/"), Duration.ofSeconds(10)))
                    .isInstanceOf(IOException.class)
                    .satisfies(e -> assertThat(e).hasNoCause())
                    .hasMessageStartingWith("GET / was not answered")
                    .hasMessageNotContaining("secret");
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void takesNoLongAnswerToAClient() throws Exception {
        try (TestNode node = TestNode.answering("HTTP/1.1 200 OK\r\ncontent-length: 1048577\r\n\r\n{");
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getFirst();

            assertThatThrownBy(() -> reader.getAs("ApiKey YTpi", RequestTarget.parse("/"), Duration.ofSeconds(10)))
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("YTpi");
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            403 Forbidden | {"secret":1}    | was answered with 403
            201 Created   | {}              | was answered with 201
            200 OK        | [1]             | Cannot deserialize
            200 OK        | null            | was answered with null
            200 OK        | {"a":1,"a":2}   | Duplicate
            200 OK        | {"a":1}{"b":2}  | Trailing
            200 OK        | no JSON at all  | Unrecognized
            """)
    void saysWhyThereIsNoAnswer(String status, String body, String problem) throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok(body).replace("200 OK", status));
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getLast();
            assertThatThrownBy(() -> reader.get(RequestTarget.parse("/_mapping")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(problem)
                    .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void takesNoAnswerThatIsTooLong() throws Exception {
        try (TestNode node = TestNode.answering("HTTP/1.1 200 OK\r\ncontent-length: 16777217\r\n\r\n{");
                TestGateway gateway = gateway(node)) {
            ClusterReader reader = contexts.getFirst().reached().getLast();
            assertThatThrownBy(() -> reader.get(RequestTarget.parse("/_mapping")))
                    .isInstanceOf(IOException.class);
            assertThat(gateway.gateway().requests()).isZero();
        }
    }

    @Test
    void asksNobodyAnyMoreOnceTheGatewayHasStopped() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"))) {
            gateway(node).close();
            assertThatThrownBy(() -> contexts.getFirst().reached().getFirst().get(RequestTarget.parse("/")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("stopping");
            assertThat(node.requests()).isEmpty();
        }
    }
}

package io.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterName;
import io.sluice.api.ClusterReader;
import io.sluice.api.Exchange;
import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;
import io.sluice.api.Key;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clusters that filters ask, and to which no request goes because of it. */
@Tag("slow")
class AskedClustersTest {
    private final List<FilterContext> contexts = new ArrayList<>();

    /** Tries to send requests to the cluster that it asks. */
    private final class Asking implements FilterFactory<Asking.Config> {

        record Config(
                @Key(value = "asked only", asked = true) List<ClusterName> asked) {}

        @Override
        public int apiVersion() {
            return API_VERSION;
        }

        @Override
        public String type() {
            return "asking";
        }

        @Override
        public String description() {
            return "asks a cluster";
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
                    exchange.target("keys");
                    return RequestPlan.pass();
                }
            };
        }
    }

    private TestGateway gateway(TestNode node) throws Exception {
        return new TestGateway("""
                admin: { enabled: false }
                clusters:
                  primary: { nodes: [NODE], discovery: { enabled: false } }
                  keys: { nodes: [NODE], discovery: { enabled: false } }
                flows:
                  default:
                    filters: [{ type: asking, config: { asked: [keys] } }, { type: asking, config: {} }]
                    relay: { cluster: primary }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.replace("NODE", node.address()), new Asking());
    }

    @Test
    void areNotReached() throws Exception {
        try (TestNode node = TestNode.answering(TestNode.ok("{}"));
                TestGateway gateway = gateway(node)) {
            assertThat(contexts)
                    .allSatisfy(context -> assertThat(context.reached())
                            .extracting(ClusterReader::cluster)
                            .containsExactly("primary"));
            assertThat(contexts.getFirst().asked())
                    .extracting(ClusterReader::cluster)
                    .containsExactly("keys");
            assertThat(contexts.getLast().asked()).isEmpty();
            assertThat(gateway.get("/logs/_search").statusCode()).isEqualTo(500);
        }
    }

    /** Whoever asks has a thread for each question, and says with it how many there may be. */
    @Test
    void areAskedAboutAsManyClientsAtATimeAsThereAreThreads() throws Exception {
        int many = 30;
        CountDownLatch askedTogether = new CountDownLatch(many);
        try (TestNode node = new TestNode(connection -> {
                    connection.readRequest();
                    askedTogether.countDown();
                    askedTogether.await();
                    connection.send(TestNode.ok("{}"));
                });
                TestGateway gateway = gateway(node);
                ExecutorService threads = Executors.newFixedThreadPool(many)) {
            ClusterReader reader = contexts.getFirst().asked().getFirst();
            RequestTarget target = RequestTarget.parse("/_security/_authenticate");
            List<Future<ClusterAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                answers.add(threads.submit(() -> reader.getAs("ApiKey YTpi", target, Duration.ofSeconds(30))));
            }

            for (Future<ClusterAnswer> answer : answers) {
                assertThat(answer.get().status()).isEqualTo(200);
            }
            assertThat(gateway.gateway().requests()).isZero();
        }
    }
}

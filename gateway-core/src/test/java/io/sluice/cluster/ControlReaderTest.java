package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.NotSentException;
import io.sluice.api.RequestTarget;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigLoader;
import io.sluice.plugin.FilterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bulks of the gateway's own, which must not be executed a second time later on, and questions that nobody answers. */
class ControlReaderTest {
    private static final byte[] NOTHING = {};

    private final FaultyNode first = new FaultyNode();
    private final FaultyNode second = new FaultyNode();
    private final AtomicInteger unanswered = new AtomicInteger();
    private ControlReader reader;

    private final Availability availability = new Availability() {
        @Override
        public boolean isAvailable() {
            return unanswered.get() == 0;
        }

        @Override
        public void unanswered() {
            unanswered.incrementAndGet();
        }
    };

    @BeforeEach
    void start() throws Exception {
        reader = new ControlReader("test", config(), null, host -> List.of(InetAddress.getByName(host)), availability);
    }

    @AfterEach
    void stop() throws Exception {
        reader.close();
        first.close();
        second.close();
    }

    private ClusterConfig config() throws Exception {
        String yaml = """
                admin: { enabled: false }
                clusters: { test: { nodes: [%s, %s] } }
                flows: { default: { relay: { cluster: test } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(first.address(), second.address());
        Path file = Path.of("target", "test-reader.yml").toAbsolutePath();
        return new ConfigLoader(Map.of())
                .parse(yaml, file, any -> FilterRegistry.of())
                .config()
                .clusters()
                .get("test");
    }

    private ClusterResponse bulk(Duration timeout) throws IOException {
        return reader.bulk(NOTHING, "acme/~x.1", ClusterReader.Bounds.of(timeout));
    }

    /** Has both nodes answer with a status. */
    private void answer(String status) {
        byte[] head = ("HTTP/1.1 " + status + "\r\ncontent-length: 0\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
        first.behave((path, out) -> out.write(head));
        second.behave((path, out) -> out.write(head));
    }

    private List<String> heads() {
        return Stream.of(first, second).flatMap(node -> node.heads().stream()).toList();
    }

    @Test
    void areSentOnceWhateverTheirAnswer() throws Exception {
        answer("503 Busy");

        for (int i = 1; i <= 5; i++) {
            assertThat(bulk(Duration.ofSeconds(30)).status()).isEqualTo(503);
            assertThat(heads()).hasSize(i);
        }
        assertThat(heads())
                .allSatisfy(head -> assertThat(head).startsWith("POST /_bulk ").contains("acme/~x.1"));
    }

    @Test
    void areSentOnceWhereTheConnectionBreaks() {
        FaultyNode.Behaviour breaking = (path, out) -> {
            throw new IOException("the node breaks the connection off");
        };
        first.behave(breaking);
        second.behave(breaking);

        assertThatThrownBy(() -> bulk(Duration.ofSeconds(30)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(NotSentException.class);
        assertThat(heads()).hasSize(1);
    }

    @Test
    void areSentToWhoTakesAConnection() throws Exception {
        first.close();

        for (int i = 1; i <= 5; i++) {
            bulk(Duration.ofSeconds(30));
            assertThat(second.heads()).hasSize(i);
        }
    }

    @Test
    void areNotSentIfNobodyTakesAConnection() throws Exception {
        first.close();
        second.close();

        assertThatThrownBy(() -> bulk(Duration.ofSeconds(30))).isInstanceOf(NotSentException.class);
    }

    @Test
    void sayThatNoNodeHasAnswered() throws Exception {
        answer("403 No");
        assertThatThrownBy(() -> reader.get(RequestTarget.parse("/"))).isInstanceOf(IOException.class);
        assertThat(unanswered).hasValue(0);

        first.close();
        second.close();

        assertThatThrownBy(() -> reader.get(RequestTarget.parse("/"))).isInstanceOf(IOException.class);
        assertThat(unanswered).hasValue(1);
    }
}

package io.sluice.dist;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Heads that a server refuses. Some servers answer nothing more on the connection of such a head although they keep it, so no other
 * client may get it.
 */
class RefusedHeadIT {
    private static final List<String> HEADERS = List.of(
            "X-Opaque-Id: a\r\nX-Opaque-Id: b\r\n",
            "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n"
                    + "traceparent: 00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\n",
            "X-elastic-product-origin: a\r\nx-elastic-product-origin: b\r\n",
            "Cookie: " + "a".repeat(8_100) + "\r\n",
            "Cookie: " + "a".repeat(9_000) + "\r\n",
            "Cookie: " + "a".repeat(20_000) + "\r\n",
            "Accept: text/unknown\r\n",
            "Content-Type: text/unknown\r\nContent-Length: 0\r\n");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(names = {"ELASTICSEARCH_7", "ELASTICSEARCH_8", "OPENSEARCH_2"})
    void leaveTheNextClientItsAnswer(ServerKind kind) throws Exception {
        // Given
        DevCluster cluster = SharedClusters.empty(kind);
        Distribution distribution =
                Distribution.copyTo(directory.resolve(kind.name().toLowerCase(Locale.ROOT)));
        distribution.configure("""
                admin: { enabled: false }
                process: { eventLoops: 1 }
                clusters:
                  primary:
                    nodes: ["%s"]
                    discovery: { enabled: false }
                    pool: { maxConnectionsPerNode: 1 }
                    replay: { attempts: 1 }
                flows: { default: { relay: { cluster: primary } } }
                listeners: [{ name: http, bind: "127.0.0.1:0", routes: [{ flow: default }] }]
                """.formatted(cluster.address(0)));
        try (RunningGateway gateway = distribution.start()) {
            for (String header : HEADERS) {
                for (String path : List.of("/", "/" + "a".repeat(4_100))) {
                    // When
                    String refused = status(gateway.port(), path, header);

                    // Then
                    assertThat(status(gateway.port(), "/_cluster/health", ""))
                            .as("after %s for %s", refused, header)
                            .contains(" 200 ");
                }
            }
        }
    }

    /** The status line of the answer. */
    private static String status(int port, String path, String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n" + headers + "\r\n")
                            .getBytes(US_ASCII));
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String answer = new String(in.readAllBytes(), US_ASCII);
            return answer.lines().findFirst().orElse("no answer");
        }
    }
}

package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.plugin.PluginJar;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A filter that never returns must not keep the process alive. The gateway is a process of its own, since it halts. */
@Tag("slow")
class StopLimitTest {

    private static final Pattern LISTENING = Pattern.compile("listening .*127\\.0\\.0\\.1:(\\d+)");
    private static final String YAML = """
            plugins: { directory: plugins }
            process: { drain: 100ms, eventLoops: 2 }
            clusters: { primary: { nodes: [http://127.0.0.1:9], discovery: { enabled: false } } }
            flows: { default: { filters: [{ type: forever }], relay: { cluster: primary } } }
            listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
            admin: { enabled: false }
            """;
    private static final String FILTER = """
            public final class ForeverFactory implements FilterFactory<ForeverFactory.Nothing> {
                public record Nothing() {}
                public int apiVersion() { return API_VERSION; }
                public String type() { return "forever"; }
                public String description() { return "never returns"; }
                public Class<Nothing> configType() { return Nothing.class; }
                public Filter create(Nothing config, FilterContext context) {
                    return new Filter() {
                        public RequestPlan onRequest(RequestHead head, Exchange exchange) {
                            while (true) Thread.onSpinWait();
                        }
                    };
                }
            }
            """;

    @TempDir
    Path home;

    @Test
    void endsAProcessWhoseFilterNeverReturns() throws Exception {
        // Given
        new PluginJar()
                .source("ForeverFactory", FILTER)
                .services("plugin.ForeverFactory\n")
                .write(home.resolve("plugins/forever.jar"));
        try (RunningProcess gateway = RunningProcess.start(home, YAML)) {
            gateway.awaitLog("GatewayProcess: started");
            Matcher port = LISTENING.matcher(gateway.log());
            assertThat(port.find()).isTrue();

            // When
            try (Socket client = new Socket("127.0.0.1", Integer.parseInt(port.group(1)))) {
                client.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                // Only a filter that spins takes so much once the gateway has started.
                long before = gateway.cpuMillis();
                Awaitility.await().atMost(2, TimeUnit.MINUTES).until(() -> gateway.cpuMillis() > before + 500);
                gateway.signal("TERM");

                // Then
                assertThat(gateway.awaitExit()).isEqualTo(ExitCode.FAILED);
            }
            assertThat(gateway.log()).contains("still running", "plugin.ForeverFactory", "halted");
        }
    }
}

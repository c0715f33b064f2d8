package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sluice.plugin.PluginJar;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals that come while a gateway starts. It is a process of its own, whose filter is made when a file is there. */
@Tag("slow")
class EarlySignalsTest {
    private static final String YAML = """
            plugins: { directory: plugins }
            process: { drain: 100ms, eventLoops: 2 }
            clusters: { primary: { nodes: [http://127.0.0.1:9], discovery: { enabled: false } } }
            flows: { default: { filters: [{ type: late, config: { file: go-on } }], relay: { cluster: primary } } }
            listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
            admin: { enabled: false }
            """;
    private static final String FILTER = """
            public final class LateFactory implements FilterFactory<LateFactory.Late> {
                public record Late(@Key("the file that is waited for") java.nio.file.Path file) {}
                public int apiVersion() { return API_VERSION; }
                public String type() { return "late"; }
                public String description() { return "made late"; }
                public Class<Late> configType() { return Late.class; }
                public Filter create(Late config, FilterContext context) {
                    System.out.println("the filter waits");
                    while (!java.nio.file.Files.exists(config.file())) Thread.onSpinWait();
                    return new Filter() {};
                }
            }
            """;

    @TempDir
    Path home;

    private RunningProcess start() throws Exception {
        new PluginJar()
                .source("LateFactory", FILTER)
                .services("plugin.LateFactory\n")
                .write(home.resolve("plugins/late.jar"));
        RunningProcess process = RunningProcess.start(home, YAML);
        process.awaitLog("the filter waits");
        return process;
    }

    private void goOn() throws Exception {
        Files.createFile(home.resolve("go-on"));
    }

    @Test
    void aReloadThatIsAskedForDuringTheStartIsMadeAfterIt() throws Exception {
        try (RunningProcess process = start()) {
            // A process that is run by nohup, as its parent is, cannot be asked for one.
            assumeThat(process.log()).doesNotContain("nohup");
            process.signal("HUP");
            goOn();

            process.awaitLog("the configuration is taken over");
        }
    }

    @Test
    void aProcessThatIsStoppedDuringTheStartStopsInOrderAfterIt() throws Exception {
        try (RunningProcess process = start()) {
            process.signal("TERM");
            goOn();

            assertThat(process.awaitExit()).isEqualTo(143);
            assertThat(process.log()).containsSubsequence("GatewayProcess: started", "stopping", "stopped");
        }
    }

    @Test
    void aProcessThatNeverStartsIsStoppedWithoutIt() throws Exception {
        try (RunningProcess process = start()) {
            process.signal("TERM");

            assertThat(process.awaitExit()).isEqualTo(143);
            assertThat(process.log()).contains("has not started in time").doesNotContain("stopping");
        }
    }
}

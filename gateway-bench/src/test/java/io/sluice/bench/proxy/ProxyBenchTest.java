package io.sluice.bench.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.load.scenario.ScenarioReader;
import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Tag("slow")
class ProxyBenchTest {
    @TempDir
    private Path directory;

    @Test
    void comparesProcessesRoundByRoundAndLeavesNoneRunning() throws Exception {
        List<String> lines = new ArrayList<>();

        ProxyBench.Finding finding = new ProxyBench(plan(List.of("direct", "bare"), 2)).run(lines::add);

        JsonNode bare = finding.json().at("/subjects/1");
        assertThat(bare.path("name").asText()).isEqualTo("bare");
        assertThat(bare.path("failure_share").asDouble(1)).isZero();
        assertThat(bare.at("/requests_per_second/median").asDouble()).isPositive();
        assertThat(bare.at("/cpu_per_request_ratio/low").asDouble())
                .isLessThanOrEqualTo(bare.at("/cpu_per_request_ratio/high").asDouble());
        assertThat(finding.json().at("/subjects/0/cpu_per_request_ratio/median").asDouble())
                .isEqualTo(1);
        assertThat(finding.table()).contains("cpu us/req", "only 2 rounds");
        assertThat(lines).contains("round 2 of 2");
        assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                .noneMatch(process -> process.info().commandLine().orElse("").contains("bare-proxy"));
    }

    @Test
    void saysWhyASubjectDoesNotStart() {
        assertThatThrownBy(() -> new ProxyBench(plan(List.of("direct", "broken=sh -c 'echo no such luck; exit 3'"), 1))
                        .run(line -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken does not listen")
                .hasMessageContaining("no such luck");
    }

    @Test
    void refusesASubjectItDoesNotKnow() {
        assertThatThrownBy(() -> new ProxyBench(plan(List.of("direct", "caddy"), 1)).run(line -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("caddy");
    }

    @Test
    void takesSomethingThatRunsAndWarnsOfItsFailures() throws Exception {
        try (StubServer failing = StubServer.start(StubOptions.local(1, List.of("test-10"), 1))) {
            failing.faults().add(new Fault(FaultKind.STATUS_503, 1, 0, null, null, Fault.Pace.DEFAULT));
            String running = "mine@" + failing.cluster().nodes().get(0).publishAddress() + ","
                    + ProcessHandle.current().pid();

            String table = new ProxyBench(plan(List.of("direct", running), 2))
                    .run(line -> {})
                    .table();

            assertThat(table)
                    .containsPattern("WARNING: mine had up to 100.000% failed")
                    .doesNotContain("direct had up to");
        }
    }

    @Test
    void refusesSomethingThatDoesNotRun() throws Exception {
        long own = ProcessHandle.current().pid();
        // Bound, so that nobody else listens there.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String nobody = "127.0.0.1:" + bound.getLocalPort();

            assertThatThrownBy(() -> run("mine@" + nobody + "," + own))
                    .hasMessageContaining("does not listen on " + nobody);
            assertThatThrownBy(() -> run("mine@" + nobody)).hasMessageContaining("expected name@host:port,pid");
            assertThatThrownBy(() -> run("mine@" + nobody + ",abc"))
                    .hasMessageContaining("expected name@host:port,pid");
            assertThatThrownBy(() -> run("mine@" + nobody + ",999999999")).hasMessageContaining("no process 999999999");
        }
    }

    private void run(String subject) throws Exception {
        new ProxyBench(plan(List.of("direct", subject), 1)).run(line -> {});
    }

    @Test
    void holdsSubjectsToTheCoresThatAreNamed() throws Exception {
        ProxyBench.Plan plan =
                plan(List.of("direct", "bare=sh -c 'grep Cpus_allowed_list /proc/self/status; exit 1'"), 1);
        ProxyBench.Plan pinned = new ProxyBench.Plan(
                plan.subjects(),
                plan.scenario(),
                plan.connections(),
                null,
                plan.rounds(),
                plan.window(),
                plan.warmup(),
                2,
                "0",
                plan.directory(),
                null,
                null,
                false,
                new StubShape(1, 1),
                null);

        assertThatThrownBy(() -> new ProxyBench(pinned).run(line -> {}))
                .hasMessageMatching("(?s).*Cpus_allowed_list:\\s+0");
    }

    private ProxyBench.Plan plan(List<String> subjects, int rounds) throws IOException {
        return new ProxyBench.Plan(
                subjects,
                ScenarioReader.read("small"),
                4,
                null,
                rounds,
                Duration.ofSeconds(1),
                Duration.ofMillis(200),
                1,
                "",
                directory,
                null,
                null,
                true,
                new StubShape(2, 1),
                null);
    }
}

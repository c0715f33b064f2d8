package io.sluice.bench.searches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bench.stub.StubOptions;
import io.sluice.bench.stub.StubServer;
import io.sluice.bench.stub.fault.Fault;
import io.sluice.bench.stub.fault.FaultKind;
import io.sluice.bench.stub.fault.Latency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class SearchesBenchTest {

    private static final StubOptions STUB = StubOptions.local(1, List.of("test-10"), 1);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void measuresEachWayInEachRoundFromWhenASearchWasDue(boolean together) throws Exception {
        List<String> lines = new ArrayList<>();
        try (StubServer near = StubServer.start(STUB);
                StubServer far = StubServer.start(STUB.withLatency(Latency.parse("fixed:40ms")))) {
            SearchesBench.Finding finding = new SearchesBench(
                            plan(together, "direct=small@" + address(near), "far=small@" + address(far)))
                    .run(lines::add);

            JsonNode direct = finding.json().at("/ways/0");
            JsonNode other = finding.json().at("/ways/1");
            assertThat(other.at("/p50/low").asDouble()).isGreaterThanOrEqualTo(0.04);
            assertThat(other.path("p50_of_all_rounds").asDouble()).isGreaterThanOrEqualTo(0.04);
            assertThat(direct.at("/p50_ratio/median").asDouble()).isEqualTo(1);
            // Where the machine stalls at the end of a round, what was due then counts as failed.
            assertThat(direct.path("failure_share").asDouble(1)).isLessThan(1);
            assertThat(finding.table())
                    .containsPattern("2 +far +\\d+")
                    .containsPattern("all +direct +\\d+")
                    .containsPattern("far to direct, p99: ratio of a round [0-9.]+ \\(");
            assertThat(lines).containsExactly("warmed up direct", "warmed up far", "round 1 of 2", "round 2 of 2");
        }
    }

    @Test
    void warnsOfFailures() throws Exception {
        try (StubServer whole = StubServer.start(STUB);
                StubServer failing = StubServer.start(STUB)) {
            failing.faults().add(new Fault(FaultKind.STATUS_503, 1, 0, null, null, Fault.Pace.DEFAULT));

            String table = new SearchesBench(
                            plan(false, "direct=small@" + address(whole), "failing=small@" + address(failing)))
                    .run(line -> {})
                    .table();

            assertThat(table).contains("WARNING: failing had up to 100.000% failed");
        }
    }

    @Test
    void refusesAComparisonWithNothing() {
        assertThatThrownBy(() -> plan(false, "direct=small@127.0.0.1:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two ways");
    }

    private static String address(StubServer stub) {
        return stub.cluster().nodes().get(0).publishAddress();
    }

    // As many connections as searches of a round: none waits for one, and is not sent, because the machine is slow.
    private static SearchesBench.Plan plan(boolean together, String... ways) {
        return new SearchesBench.Plan(
                List.of(ways), 100, together, 64, 2, Duration.ofMillis(400), Duration.ofMillis(100));
    }
}

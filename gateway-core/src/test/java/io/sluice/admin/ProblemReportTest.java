package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.failure.FailureKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemReportTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ArrayNode rows = JsonNodeFactory.instance.arrayNode();

    private void end(FailureKind kind) {
        Sample before = Sample.of(registry, 0);
        registry.counter("sluice.refused", "failure", kind.tag()).increment();
        ProblemReport.failures(new Window(before, Sample.of(registry, 1)), rows);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BAD_REQUEST", "REJECTED", "TOO_LARGE", "CLIENT_TIMEOUT", "CLIENT_GONE"})
    void showsRequestsThatEndedByAFailureOfAnythingButTheirClient(FailureKind kind) {
        end(kind);

        assertThat(rows.findValuesAsText("what"))
                .containsExactly("Requests ended as " + kind.tag() + " in the last minute: 1");
    }

    @ParameterizedTest
    @EnumSource(names = {"BAD_REQUEST", "REJECTED", "TOO_LARGE", "CLIENT_TIMEOUT", "CLIENT_GONE"})
    void showsNoRequestThatItsClientIsTheCauseOf(FailureKind kind) {
        end(kind);

        assertThat(rows).isEmpty();
    }
}

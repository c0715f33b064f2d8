package io.sluice.chain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.api.Reply;
import io.sluice.failure.Failure;
import io.sluice.failure.FailureKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ErrorIdTest {

    private static String in(String body) {
        return new String(ErrorId.in(body.getBytes(UTF_8), "f00d-1"), UTF_8);
    }

    @Test
    void isTheLastMemberOfAnError() {
        String error = new String(
                Reply.error(403, "x", "},\"status\":403} and caf\u00e9").body(), UTF_8);

        assertThat(in(error))
                .isEqualTo(
                        "{\"error\":{\"root_cause\":[{\"type\":\"x\",\"reason\":\"},\\\"status\\\":403} and caf\u00e9\"}],"
                                + "\"type\":\"x\",\"reason\":\"},\\\"status\\\":403} and caf\u00e9\",\"request_id\":\"f00d-1\"},"
                                + "\"status\":403}");
    }

    @Test
    void isInTheErrorOfABulkWhoseAnswerIsWithheld() {
        Reply reply = Failure.of(FailureKind.ANSWER_WITHHELD, "why").reply();

        assertThat(in(new String(reply.body(), UTF_8)))
                .startsWith("{\"errors\":true,\"error\":{")
                .endsWith("\"reason\":\"why\",\"request_id\":\"f00d-1\"},\"status\":200}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "},\"status\":403}",
                "{\"error\":\"no\",\"status\":403}",
                "{\"error\":{\"root_cause\":[{",
                "{\"a\":{\"b\":1},\"status\":403}",
                "{\"error\":{\"root_cause\":[{}]},\"status\":403}\n"
            })
    void isInNothingElse(String body) {
        assertThat(in(body)).isEqualTo(body);
    }
}

package io.sluice.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FateTest {
    private static boolean isOfIndex(int status, String id, String error) {
        String result =
                "{\"_index\":\"logs\",\"_id\":\"" + id + "\",\"status\":" + status + ",\"error\":" + error + "}";
        return Fate.isOfIndex(status, result.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource({"429, cluster_block_exception", "503, unavailable_shards_exception"})
    void anErrorOfTheTypeIsOfTheIndexAlsoAsACause(int status, String type) {
        assertThat(isOfIndex(status, "1", "{\"type\":\"" + type + "\",\"reason\":\"no\"}"))
                .isTrue();
        assertThat(isOfIndex(
                        status,
                        "1",
                        "{\"type\":\"remote_transport_exception\",\"reason\":\"no\",\"caused_by\":{\"type\":\"" + type
                                + "\",\"reason\":\"no\"}}"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "429, cluster_block_exception, es_rejected_execution_exception",
        "503, unavailable_shards_exception, no_shard_available_action_exception",
        "429, '\\\"type\\\":\\\"cluster_block_exception\\\"', es_rejected_execution_exception"
    })
    void theNameOfADocumentOrATextIsNoErrorOfTheIndex(int status, String name, String type) {
        assertThat(isOfIndex(status, name, "{\"type\":\"" + type + "\",\"reason\":\"of [" + name + "]\"}"))
                .isFalse();
    }
}

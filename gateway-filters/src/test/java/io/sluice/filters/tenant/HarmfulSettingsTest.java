package io.sluice.filters.tenant;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings with which one request of a tenant ended the cluster's manager for all tenants. */
class HarmfulSettingsTest extends AcmeTest {

    HarmfulSettingsTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    /**
     * Of 4 shards with 1,073,741,823 replicas a server counts no copies, since the sum does not fit into 32 bits, and makes an object for
     * each of them: the manager of Elasticsearch 7.17 and OpenSearch 2.19 ended, and then the next one.
     */
    @ParameterizedTest
    @CsvSource({
        "number_of_replicas, 101, 100",
        "number_of_replicas, 1073741823, \"1\"",
        "number_of_shards, 1025, 1024",
        "number_of_routing_shards, 65537, 65536",
        "routing_partition_size, 1025, 1",
        "auto_expand_replicas, \"1073741823-2147483647\", \"0-1\"",
        "auto_expand_replicas, \"101-all\", \"0-all\"",
        "auto_expand_replicas, \"0-101\", \"1-100\"",
        "auto_expand_replicas, \"+1073741823-all\", false",
        "write.wait_for_active_shards, 2, 1",
        "write.wait_for_active_shards, \"all\", \"0\"",
        "mapping.field_name_length.limit, 65537, 65536"
    })
    void areDeniedAmongCopiesOfShards(String setting, String much, String little) {
        String last = setting.substring(setting.lastIndexOf('.') + 1);
        String around = setting.contains(".") ? setting.substring(0, setting.lastIndexOf('.')) : "";
        String object = around.isEmpty()
                ? "{\"" + last + "\":%s}"
                : "{\"" + around.replace(".", "\":{\"") + "\":{\"" + last + "\":%s}}"
                        + "}".repeat(around.split("[.]").length - 1);
        for (String settings : List.of(
                "{\"" + setting + "\":%s}", "{\"index." + setting + "\":%s}", "{\"index\":" + object + "}", object)) {
            for (String request : List.of(
                    "PUT /logs",
                    "POST /logs/_rollover/to",
                    "POST /logs/_split/to",
                    "POST /logs/_clone/to",
                    "PUT /logs/_shrink/to",
                    "PUT /logs/_settings")) {
                String method = request.substring(0, request.indexOf(' '));
                String path = request.substring(request.indexOf(' ') + 1);
                String body = path.endsWith("_settings") ? settings : "{\"settings\":" + settings + "}";

                assertDenied(acme(method, path).body(body.formatted(much)).send());
                assertRelayed(method, path, body.formatted(little));
            }
        }
    }
}

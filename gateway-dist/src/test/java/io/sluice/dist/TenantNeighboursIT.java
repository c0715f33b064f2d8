package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.devcluster.DevCluster;
import io.sluice.devcluster.ServerKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kNN searches, which the servers of the other tenant tests do not support: each layout finds the same neighbours as a
 * separate index, even if documents of another tenant or index are nearer.
 */
class TenantNeighboursIT {

    private static final String LAYOUTS = "[{ indexPerTenant: { indices: [own] } }, { shared: { indices: [common] } },"
            + " { nested: { indices: [base, aside], template: \"n-{tenant}\" } }]";
    private static final String FIELDS = """
            {"v":{"type":"dense_vector","dims":2,"index":true,"similarity":"l2_norm","index_options":{"type":"hnsw"}},"n":{"type":"long"}}""";
    private static final String SETTINGS = "\"settings\":{\"number_of_shards\":1,\"number_of_replicas\":0}";
    private static final List<String> INDICES = List.of("own", "common", "base");

    private static final List<String> SEARCHES = List.of(
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[0,0],\"k\":3,\"num_candidates\":50}}",
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[9,9],\"k\":2,\"num_candidates\":9,\"filter\":{\"range\":{\"n\":{\"lt\":7}}}}}",
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[9,9],\"k\":2,\"num_candidates\":9,\"filter\":[{\"range\":{\"n\":{\"lt\":7}}},"
                    + "{\"range\":{\"n\":{\"gt\":1}}}]}}",
            "{\"knn\":[{\"field\":\"v\",\"query_vector\":[0,0],\"k\":1,\"num_candidates\":9},"
                    + "{\"field\":\"v\",\"query_vector\":[9,9],\"k\":2,\"num_candidates\":9,\"boost\":2}]}",
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[0,0],\"k\":2,\"num_candidates\":9},\"query\":{\"term\":{\"n\":{\"value\":8,\"boost\":0.5}}}}",
            "{\"query\":{\"knn\":{\"field\":\"v\",\"query_vector\":[0,0],\"num_candidates\":4}},\"size\":3}",
            "{\"query\":{\"bool\":{\"filter\":[{\"range\":{\"n\":{\"gt\":1}}}],\"must\":[{\"knn\":"
                    + "{\"field\":\"v\",\"query_vector\":[0,0],\"k\":3,\"num_candidates\":9}}]}}}",
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[0,0],\"k\":5,\"num_candidates\":9,\"similarity\":3},\"size\":0,"
                    + "\"aggs\":{\"n\":{\"terms\":{\"field\":\"n\"}}},\"sort\":[\"n\"]}",
            "{\"knn\":{\"field\":\"v\",\"query_vector\":[0,0],\"k\":4,\"num_candidates\":9},\"sort\":[{\"n\":\"desc\"}]}");

    @TempDir
    Path directory;

    @Test
    void findsWhatIsNearestAmongTheTenantsOwnDocuments() throws Exception {
        DevCluster cluster = SharedClusters.empty(ServerKind.ELASTICSEARCH_8);
        try (TenantGateway gateway = TenantGateway.start(cluster, directory.resolve("gateway"), LAYOUTS)) {
            fill(gateway, cluster);

            List<String> different = new ArrayList<>();
            for (String search : SEARCHES) {
                TenantGateway.Answer alone = gateway.direct(cluster, "POST", "/alone/_search", search);
                assertThat(alone.json().at("/hits/total/value").asInt())
                        .as(alone.toString())
                        .isPositive();
                for (String index : INDICES) {
                    TenantGateway.Answer beside = gateway.as("acme", "POST", "/" + index + "/_search", search);
                    if (beside.status() != 200 || !found(alone, "alone").equals(found(beside, index))) {
                        different.add("\n" + search + "\nalone  " + alone + "\n" + index + " " + beside);
                    }
                }
            }

            assertThat(different).isEmpty();
        }
    }

    private static void fill(TenantGateway gateway, DevCluster cluster) throws Exception {
        String own = "{" + SETTINGS + ",\"mappings\":{\"properties\":" + FIELDS + "}}";
        created(gateway.direct(cluster, "PUT", "/alone", own));
        created(gateway.direct(
                cluster,
                "PUT",
                "/common",
                own.replace(
                        "\"properties\":{",
                        "\"dynamic\":false,\"properties\":{\"tenant_id\":{\"type\":\"keyword\"},")));
        for (String tenant : List.of("acme", "canary")) {
            created(gateway.as(tenant, "PUT", "/own", own));
            created(gateway.direct(
                    cluster,
                    "PUT",
                    "/n-" + tenant,
                    "{" + SETTINGS + ",\"mappings\":{\"properties\":{\"baseIndex\":{\"type\":\"keyword\"}}}}"));
            created(gateway.as(tenant, "PUT", "/base/_mapping", "{\"properties\":" + FIELDS + "}"));
            created(gateway.as(tenant, "PUT", "/aside/_mapping", "{\"properties\":" + FIELDS + "}"));
        }
        StringBuilder mine = new StringBuilder();
        StringBuilder others = new StringBuilder();
        for (int i = 1; i <= 9; i++) {
            String place = "{\"index\":{\"_index\":\"%s\",\"_id\":\"" + i + "\"}}\n";
            mine.append(place)
                    .append("{\"v\":[")
                    .append(i)
                    .append(",0],\"n\":")
                    .append(i)
                    .append("}\n");
            others.append(place)
                    .append("{\"v\":[0,0.")
                    .append(i)
                    .append("],\"n\":")
                    .append(i)
                    .append("}\n");
        }
        for (String index : INDICES) {
            gateway.bulk("canary", others.toString().replace("%s", index));
            gateway.bulk("acme", mine.toString().replace("%s", index));
        }
        gateway.bulk("acme", others.toString().replace("%s", "aside"));
        TenantGateway.Answer alone = gateway.direct(
                cluster, "POST", "/_bulk?refresh=true", mine.toString().replace("%s", "alone"));
        assertThat(alone.json().path("errors").asBoolean()).isFalse();
    }

    private static void created(TenantGateway.Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
    }

    /** Everything except members about shards and time. */
    private static String found(TenantGateway.Answer answer, String index) throws Exception {
        JsonNode all = answer.json();
        return (all.path("hits").toString() + all.path("aggregations")).replace("\"" + index + "\"", "\"index\"");
    }
}

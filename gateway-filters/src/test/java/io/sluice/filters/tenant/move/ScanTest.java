package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A search of one copy that lacks documents is no end of a shard: what is not found is not carried. */
class ScanTest implements UntranslatedDocuments {

    private static final String WHOLE = "{\"total\":1,\"successful\":1,\"failed\":0}";

    private final List<String> searched = new ArrayList<>();
    private final Deque<String> pages = new ArrayDeque<>();
    private final TestCluster cluster = new TestCluster("test").answeringRequests(this::answer);
    private String settings = "\"index.number_of_shards\":\"1\",\"index.max_result_window\":\"2\"";
    private String refreshed = WHOLE;

    private ClusterResponse answer(String method, RequestTarget target, String body) {
        String answer;
        if (target.rawPath().contains("_settings")) {
            answer = "{\"logs\":{\"settings\":{" + settings + "}}}";
        } else if (target.rawPath().endsWith("_refresh")) {
            answer = "{\"_shards\":" + refreshed + "}";
        } else {
            searched.add(target.raw());
            String page = pages.isEmpty() ? page(0) : pages.remove();
            answer = "{\"timed_out\":false,\"_shards\":" + WHOLE + ",\"hits\":" + page + "}";
        }
        return new ClusterResponse(200, answer.getBytes(StandardCharsets.UTF_8));
    }

    private static String page(int total, int... numbers) {
        List<String> hits = new ArrayList<>();
        for (int number : numbers) {
            hits.add("{\"_index\":\"logs\",\"_id\":\"" + number + "\",\"_seq_no\":" + number + "}");
        }
        return "{\"total\":{\"value\":" + total + ",\"relation\":\"eq\"},\"hits\":[" + String.join(",", hits) + "]}";
    }

    private List<String> found() throws Exception {
        List<String> ids = new ArrayList<>();
        new Scan(new DocumentPort(this, Duration.ofSeconds(1), new NotedMarks()))
                .run(names -> names.forEach(name -> ids.add(name.id())));
        return ids;
    }

    @Test
    void findsTheDocumentsOfAllPages() throws Exception {
        pages.addAll(List.of(page(2, 3, 5), page(2, 5, 7), page(1, 7)));

        assertThat(found()).containsExactly("3", "5", "7");
    }

    @ParameterizedTest
    @CsvSource({"SEGMENT, _shards:0|_primary", "segment, _shards:0|_primary", "DOCUMENT, _shards:0"})
    void readsThePrimaryWhereReplicasCopyFilesAfterARefresh(String type, String preference) throws Exception {
        settings += ",\"index.replication.type\":\"" + type + "\"";

        assertThat(found()).isEmpty();

        assertThat(searched).hasSize(1);
        assertThat(RequestTarget.parse(searched.getFirst()).parameter("preference"))
                .isEqualTo(preference);
    }

    @ParameterizedTest
    @CsvSource({
        "'', ",
        "',\"index.search.default_pipeline\":\"p\"', _none",
        "',\"index.search.default_pipeline\":\"_none\"', "
    })
    void searchesPastThePipelineOfAnIndex(String pipeline, String sent) throws Exception {
        settings += pipeline;

        assertThat(found()).isEmpty();

        assertThat(RequestTarget.parse(searched.getFirst()).parameter("search_pipeline"))
                .isEqualTo(sent);
    }

    @Test
    void cannotReadAnIndexWhoseSearchesFindTooFewAtATime() {
        settings = "\"index.number_of_shards\":\"1\",\"index.max_result_window\":\"1\"";
        pages.add(page(1, 3));

        assertThatThrownBy(this::found)
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index.max_result_window must be larger");
    }

    @Test
    void takesNoShortPageForTheEndOfAShard() {
        pages.addAll(List.of(page(2, 3, 5), page(2, 5)));

        assertThatThrownBy(this::found)
                .isInstanceOf(IOException.class)
                .hasMessage("the answer has 1 documents instead of 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"total\":2,\"successful\":1,\"failed\":1}", "{}"})
    void refusesARefreshThatFailedOnSomeShards(String shards) {
        refreshed = shards;

        assertThatThrownBy(this::found)
                .isInstanceOf(IOException.class)
                .hasMessage("a refresh of logs failed on some shards");
    }

    @Test
    void refusesDocumentsThatItHasRead() {
        pages.addAll(List.of(page(2, 3, 5), page(2, 2, 3)));

        assertThatThrownBy(this::found)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("order of their sequence numbers");
    }

    @Override
    public ClusterReader cluster() {
        return cluster;
    }
}

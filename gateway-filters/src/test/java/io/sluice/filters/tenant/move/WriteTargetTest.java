package io.sluice.filters.tenant.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.testkit.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WriteTargetTest {

    private static final ClusterReader.Bounds BOUNDS = ClusterReader.Bounds.of(Duration.ofSeconds(1));

    private final List<String> asked = new ArrayList<>();

    private Map<String, Optional<WriteTarget>> targets(int status, String answer, String... names) throws IOException {
        TestCluster cluster = new TestCluster("test").answeringRequests((method, target, body) -> {
            asked.add(method + " " + target.rawPath());
            return new ClusterResponse(status, answer.getBytes(StandardCharsets.UTF_8));
        });
        return WriteTarget.of(cluster, List.of(names), BOUNDS);
    }

    /** What servers do: see {@code IndexAbstraction.Alias} of Elasticsearch. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "the only index | 'a':{'aliases':{'w':{}}} | a | ",
                "the only index, said to | 'a':{'aliases':{'w':{'is_write_index':true}}} | a | ",
                "the one of two that is said to | 'a':{'aliases':{'w':{}}},'b':{'aliases':{'w':{'is_write_index':true}}} | b | ",
                "with its routing | 'a':{'aliases':{'w':{'index_routing':'7','search_routing':'7,8'}}} | a | 7",
                "with the routing of the index that is written | 'a':{'aliases':{'w':{'index_routing':'7'}}},'b':{'aliases':{'w':{'is_write_index':true,'index_routing':'8'}}} | b | 8",
                "beside other aliases | 'a':{'aliases':{'v':{'index_routing':'7'},'w':{}}},'b':{'aliases':{'v':{}}} | a | "
            })
    void isTheIndexThatTakesWrites(String why, String indices, String index, String routing) throws Exception {
        assertThat(targets(200, json(indices), "w").get("w")).as(why).contains(new WriteTarget(index, routing));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "none of two | 'a':{'aliases':{'w':{}}},'b':{'aliases':{'w':{}}}",
                "the only one is said not to | 'a':{'aliases':{'w':{'is_write_index':false}}}",
                "none of two, one said not to | 'a':{'aliases':{'w':{'is_write_index':false}}},'b':{'aliases':{'w':{}}}"
            })
    void isNoneWhereNoIndexTakesWrites(String why, String indices) throws Exception {
        assertThat(targets(200, json(indices), "w")).as(why).isEqualTo(Map.of("w", Optional.empty()));
    }

    @Test
    void isLeftOutForWhatIsNoAlias() throws Exception {
        String answer = json("'error':'alias [x] missing','status':404,'a':{'aliases':{'w':{}}}");

        assertThat(targets(404, answer, "w", "x", "b\u00fccher"))
                .isEqualTo(Map.of("w", Optional.of(new WriteTarget("a", null))));
        assertThat(asked).containsExactly("GET /_alias/w,x,b%C3%BCcher");
    }

    @Test
    void isAskedInPartsAndOnlyIfThereIsSomethingToAsk() throws Exception {
        targets(200, "{}", IntStream.range(0, 45).mapToObj(i -> "w" + i).toArray(String[]::new));
        assertThat(asked).hasSize(3).last().isEqualTo("GET /_alias/w40,w41,w42,w43,w44");

        asked.clear();
        assertThat(targets(500, "{}")).isEmpty();
        assertThat(asked).isEmpty();
    }

    @Test
    void isUnknownWhereTheClusterDoesNotSay() {
        assertThatThrownBy(() -> targets(503, "{}", "w"))
                .isInstanceOf(IOException.class)
                .hasMessage("aliases were not read: status 503");
    }

    private static String json(String members) {
        return "{" + members.replace('\'', '"') + "}";
    }
}

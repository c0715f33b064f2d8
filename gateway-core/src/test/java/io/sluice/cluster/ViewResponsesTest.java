package io.sluice.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ShardCopy;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the answers that a view is made of are read; {@code ShardRoutingIT} has them from real servers. */
class ViewResponsesTest {

    private final IndicesResponse indices = new IndicesResponse(Map.of("n1", "127.0.0.1:9201"));

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }

    private IndexView index(String settings, String copies) throws IOException {
        indices.add(
                json("{'metadata':{'indices':{'a':{'routing_num_shards':1024,'settings':{'index':{" + settings
                        + "'number_of_shards':'1','uuid':'u'}}}}},"
                        + "'routing_table':{'indices':{'a':{'shards':{'0':[" + copies + "]}}}}}"),
                Set.of("a"));
        return indices.indices().get("a");
    }

    @ParameterizedTest
    @CsvSource({
        "STARTED, true, n1, 127.0.0.1:9201",
        "RELOCATING, true, n1, 127.0.0.1:9201",
        "INITIALIZING, true, n1,",
        "UNASSIGNED, true, null,",
        "STARTED, false, n1,",
        "STARTED, true, elsewhere,"
    })
    void findsTheNodeOfAPrimaryThatTakesWrites(String state, boolean primary, String node, String expected)
            throws Exception {
        IndexView index = index(
                "",
                "{'state':'STARTED','primary':false,'node':'n1'},{'state':'" + state + "','primary':" + primary
                        + ",'node':'" + node + "'}");

        ShardCopy copy = index.primaries().getFirst();
        assertThat(copy.node()).isEqualTo(expected);
        assertThat(copy.index()).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'mode':'time_series',",
                "'routing_path':['a'],",
                "'dimensions':['a'],",
                "'number_of_virtual_shards':'8',"
            })
    void leavesToTheServerWhatItRoutesInItsOwnWay(String settings) throws Exception {
        assertThat(index(settings, "").router()).isNull();
    }

    @Test
    void readsThePartitions() throws Exception {
        assertThat(index("'routing_partition_size':'3','mode':'standard','number_of_virtual_shards':'-1',", "")
                        .router())
                .isEqualTo(new ShardRouter(1, 1024, 3));
    }

    /** Versions as indices have them: of Elasticsearch 7.17, 8.19, the last without and the first with remainders, 9.5.3, OpenSearch 2.19.6 and 3.6.0. */
    @ParameterizedTest
    @CsvSource({
        "7172899, 768",
        "8537000, 768",
        "9063000, 768",
        "9064000, 3",
        "9081000, 3",
        "136408027, 768",
        "137277827, 768"
    })
    void knowsByTheVersionOfAnIndexHowItsShardsAreChosen(String created, int routingShards) throws Exception {
        indices.add(
                json(
                        "{'metadata':{'indices':{'a':{'routing_num_shards':768,'settings':{'index':{'number_of_shards':'3',"
                                + "'uuid':'u','version':{'created':'" + created + "'}}}}}},"
                                + "'routing_table':{'indices':{'a':{'shards':{'0':[],'1':[],'2':[]}}}}}"),
                Set.of("a"));

        assertThat(Objects.requireNonNull(indices.indices().get("a")).router())
                .isEqualTo(new ShardRouter(3, routingShards, 1));
    }

    @Test
    void leavesOutIndicesThatNobodyAskedFor() throws Exception {
        index("", "");
        indices.add(
                json("{'metadata':{'indices':{'uninvited':{'routing_num_shards':1024,'settings':{'index':{"
                        + "'number_of_shards':'1','uuid':'u'}}}}},"
                        + "'routing_table':{'indices':{'uninvited':{'shards':{'0':[]}}}}}"),
                Set.of("a"));

        assertThat(indices.indices()).containsOnlyKeys("a");
    }

    @Test
    void leavesOutWhatAnAnswerDoesNotDescribeInFull() throws Exception {
        indices.add(
                json(
                        "{'metadata':{'indices':{"
                                + "'no-table':{'routing_num_shards':1024,'settings':{'index':{'number_of_shards':'1'}}},"
                                + "'no-number':{'settings':{'index':{'number_of_shards':'1'}}},"
                                + "'uneven':{'routing_num_shards':10,'settings':{'index':{'number_of_shards':'3'}}}}},"
                                + "'routing_table':{'indices':{'no-number':{'shards':{'0':[]}},'uneven':{'shards':{'0':[],'1':[],'2':[]}}}}}"),
                Set.of("no-table", "no-number", "uneven"));
        indices.add(json("{}"), Set.of("a"));

        assertThat(indices.indices()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = ';',
            value = {
                "{}; a; a",
                "{}; a,b;",
                "{'a':{'aliases':{'x':{}}}}; a; a",
                "{'a':{'aliases':{'x':{'index_routing':'r'}}}}; a; a/r",
                "{'a':{'aliases':{'x':{'is_write_index':true}}}}; a; a",
                "{'a':{'aliases':{'x':{'is_write_index':false}}}}; a;",
                "{'a':{'aliases':{'x':{}}},'b':{'aliases':{'x':{}}}}; a,b;",
                "{'a':{'aliases':{'x':{'index_routing':'r'}}}}; a,b;",
                "{'b':{'aliases':{'x':{'is_write_index':true}}}}; a,b; b",
                "{'stream':{'aliases':{'x':{'index_routing':'r'}}}}; a;",
                "{'stream':{'aliases':{'x':{'is_write_index':true}}}}; a,b; stream",
                "{'error':'alias [x] missing','status':404}; a,b;"
            })
    void findsTheMemberThatAnAliasWrites(String answer, String indices, String expected) throws Exception {
        AliasesResponse aliases = new AliasesResponse();
        aliases.add(json(answer), Set.of("x"));

        AliasesResponse.Member member = aliases.writeMember("x", Set.of(indices.split(",")));

        String written = member == null ? null : member.name();
        String routing = member == null || member.routing() == null ? "" : "/" + member.routing();
        assertThat(written == null ? null : written + routing).isEqualTo(expected);
    }

    @Test
    void takesTheNewestIndexOfADataStream() throws Exception {
        NamesResponse names = new NamesResponse();
        names.add(
                json(
                        "{'indices':[{'name':'i'},{'name':'uninvited'}],'aliases':[{'name':'x','indices':['a','b']}],"
                                + "'data_streams':[{'name':'s','backing_indices':['s-1','s-2']},{'name':'none','backing_indices':[]}]}"),
                Set.of("i", "x", "s", "none"));

        assertThat(names.indices).containsExactly("i");
        assertThat(names.aliases).containsOnlyKeys("x");
        assertThat(names.dataStreams).isEqualTo(Map.of("s", "s-2"));
    }
}

package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ClusterResponse;
import io.sluice.filters.tenant.move.IndexShape;
import io.sluice.filters.tenant.move.UnmovableException;
import io.sluice.filters.tenant.names.TenantName;
import io.sluice.testkit.TestCluster;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a mapping where an index of its own becomes a field of one in which several lie, and the other way round. */
class MovedMappingsTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private static TenantIndices nested(TestCluster cluster) {
        Layout layout = Layout.all(
                        List.of(new LayoutConfig.Nested(
                                List.of("*"), "tenant-{tenant}", "baseIndex", LayoutConfig.Deletion.REFUSE, List.of())),
                        new TenantName(false),
                        "")
                .getFirst();
        return new TenantIndices("acme", layout, cluster);
    }

    private static ClusterResponse ok(String json) {
        return new ClusterResponse(200, json.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode movedIn(String mapping) throws Exception {
        List<String> bodies = new ArrayList<>();
        TestCluster cluster = new TestCluster("c").answeringRequests((method, target, body) -> {
            bodies.add(body);
            return ok("{}");
        });
        ObjectNode none = MAPPER.createObjectNode();
        IndexShape shape = new IndexShape((ObjectNode) MAPPER.readTree(mapping), none, none, true, true);
        nested(cluster).make("lo.gs", shape);
        return MAPPER.readTree(bodies.getLast());
    }

    private static JsonNode settingsOut(String settings) throws Exception {
        TestCluster cluster = new TestCluster("c")
                .answeringRequests((method, target, body) -> ok("{\"tenant-acme\":{\"settings\":{\"index\":" + settings
                        + "},\"mappings\":{\"properties\":{\"lo/gs\":{\"properties\":{}}}}}}"));
        return Objects.requireNonNull(nested(cluster).shapes().get("lo.gs")).settings();
    }

    /** A new index cannot be given them ({@code Setting.isPrivateIndex}), or would refuse documents with ids. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'allocation':{'existing_shards_allocator':'x'}",
                "'append_only':{'enabled':'true'}",
                "'context':{'created_version':'1','current_version':'1'}",
                "'dimensions':['host']",
                "'downsample':{'origin':{'name':'i'}}",
                "'history':{'uuid':'u'}",
                "'logsdb':{'add_host_name_field':'true','sort_on_host_name':'true'}",
                "'remote_store':{'enabled':'true','segment':{'repository':'r'},'translog':{'repository':'r'}}",
                "'rollup':{'source':{'name':'i','uuid':'u'}}",
                "'search':{'throttled':'false'}",
                "'shard_limit':{'group':'normal'}",
                "'verified_read_only':'true'",
            })
    void doesNotCarryWhatOnlyServersSet(String settings) throws Exception {
        assertThat(settingsOut("{" + settings.replace('\'', '"') + "}")).isEmpty();
    }

    @Test
    void carriesTheNeighboursOfWhatOnlyServersSet() throws Exception {
        String kept =
                "{'allocation':{'max_retries':'9'},'logsdb':{'route_on_sort_fields':'true'},'search':{'idle':{'after':'1s'}}}"
                        .replace('\'', '"');

        assertThat(settingsOut(kept)).isEqualTo(MAPPER.readTree(kept));
    }

    private static JsonNode movedOut(String mapping) throws Exception {
        TestCluster cluster = new TestCluster("c")
                .answeringRequests((method, target, body) ->
                        ok("{\"tenant-acme\":{\"settings\":{\"index\":{}},\"mappings\":" + mapping + "}}"));
        return Objects.requireNonNull(nested(cluster).shapes().get("lo.gs")).mappings();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":{"type":"text","copy_to":"all"}}         | {"a":{"type":"text","copy_to":"lo/gs.all"}}
            {"a":{"type":"text","copy_to":["b.c","d"]}}   | {"a":{"type":"text","copy_to":["lo/gs.b.c","lo/gs.d"]}}
            {"o":{"properties":{"a":{"copy_to":"all"}}}}  | {"o":{"properties":{"a":{"copy_to":"lo/gs.all"}}}}
            {"a":{"fields":{"b":{"copy_to":"all"}}}}      | {"a":{"fields":{"b":{"copy_to":"lo/gs.all"}}}}
            {"a":{"type":"alias","path":"b.c"}}           | {"a":{"type":"alias","path":"lo/gs.b.c"}}
            {"path":{"properties":{"path":{"type":"ip"}}}}| {"path":{"properties":{"path":{"type":"ip"}}}}
            {"a":{"contexts":[{"name":"n","path":"b"}]}}  | {"a":{"contexts":[{"name":"n","path":"lo/gs.b"}]}}
            {"a":{"contexts":{"name":"n","path":"b"}}}    | {"a":{"contexts":{"name":"n","path":"lo/gs.b"}}}
            """)
    void haveReferencesThatFitTheirPlace(String own, String within) throws Exception {
        JsonNode in = movedIn("{\"dynamic\":\"strict\",\"properties\":" + own + "}");
        JsonNode out = movedOut("{\"properties\":{\"lo/gs\":{\"properties\":" + within + "}}}");

        assertThat(in)
                .isEqualTo(MAPPER.readTree(
                        "{\"properties\":{\"lo/gs\":{\"type\":\"object\",\"dynamic\":\"strict\",\"properties\":"
                                + within + "}}}"));
        assertThat(out).isEqualTo(MAPPER.readTree("{\"properties\":" + own + "}"));
    }

    @Test
    void areNotMovedWithFieldsThatHideThoseOfServers() {
        assertThatThrownBy(
                        () -> movedOut(
                                "{\"runtime\":{\"_seq_no\":{\"type\":\"long\"}},\"properties\":{\"lo/gs\":{\"type\":\"object\"}}}"))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("tenant-acme has the runtime field _seq_no");
    }

    @Test
    void haveRuntimeFieldsThatTheirIndexHas() throws Exception {
        JsonNode in = movedIn("{\"runtime\":{\"a\":{\"type\":\"long\"}}}");
        JsonNode out = movedOut("{\"runtime\":{\"lo/gs.a\":{\"type\":\"long\"},\"other.a\":{\"type\":\"ip\"}},"
                + "\"properties\":{\"lo/gs\":{\"type\":\"object\"}}}");

        assertThat(in.path("runtime")).isEqualTo(MAPPER.readTree("{\"lo/gs.a\":{\"type\":\"long\"}}"));
        assertThat(out).isEqualTo(MAPPER.readTree("{\"runtime\":{\"a\":{\"type\":\"long\"}}}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"date_detection\":false}",
                "{\"numeric_detection\":true}",
                "{\"dynamic_date_formats\":[\"yyyy\"]}",
                "{\"dynamic_templates\":[{\"a\":{}}]}",
                "{\"_routing\":{\"required\":true}}",
                "{\"derived\":{\"a\":{\"type\":\"long\",\"script\":\"emit(1)\"}}}",
                "{\"enabled\":false}",
                "{\"runtime\":{\"a\":{\"type\":\"long\",\"script\":{\"source\":\"emit(doc['b'].value)\"}}}}",
                "{\"properties\":{\"a\":{\"type\":\"long\",\"script\":\"emit(doc['b'].value)\"}}}",
                "{\"properties\":{\"o\":{\"properties\":{\"a\":{\"type\":\"join\"}}}}}",
            })
    void areRefusedWhereTheyCannotBeAlike(String mapping) {
        assertThatThrownBy(() -> movedIn(mapping))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index lo.gs");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"date_detection\":true,\"numeric_detection\":false}",
                "{\"dynamic_templates\":[],\"runtime\":{},\"_routing\":{\"required\":false}}",
                "{\"_meta\":{\"a\":1},\"_source\":{\"enabled\":true}}",
            })
    void areTakenWhereNothingIsLost(String mapping) {
        assertThatCode(() -> movedIn(mapping)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"properties\":{\"lo/gs\":{\"properties\":{\"a\":{\"copy_to\":\"other.b\"}}}}}",
                "{\"properties\":{\"lo/gs\":{}},\"runtime\":{\"lo/gs.a\":{\"type\":\"long\",\"script\":\"emit(1)\"}}}",
            })
    void areRefusedWhereAnIndexOfItsOwnCannotBeAlike(String mapping) {
        assertThatThrownBy(() -> movedOut(mapping))
                .isInstanceOf(UnmovableException.class)
                .hasMessageContaining("index lo.gs");
    }
}

package io.sluice.index.translate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.index.call.Server;
import io.sluice.index.read.IndexDescription;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexTranslationTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Server ES7 = Server.of("7.17.28");
    private static final Server ES8 = Server.of("8.19.21");
    private static final Server OS1 = Server.of("1.3.0");
    private static final Server ES9 = Server.of("9.2.4");
    private static final Server OS3 = Server.of("3.3.0");
    private static final Server OS2 = Server.of("2.19.6");

    private static JsonNode json(String text) throws Exception {
        return MAPPER.readTree(text.replace('\'', '"'));
    }

    private static IndexTranslation translated(String mapping, String settings, Server from, Server to)
            throws Exception {
        IndexDescription index = new IndexDescription("i", json(mapping), json(settings), json("{}"));
        return IndexTranslation.of(index, from, to);
    }

    private static List<Finding> losses(IndexTranslation translation) {
        return translation.findings().stream().filter(Finding::loss).toList();
    }

    private static Server server(String name) {
        return switch (name) {
            case "es7" -> ES7;
            case "es8" -> ES8;
            case "es9" -> Server.of("9.3.0");
            case "os1" -> OS1;
            case "os3" -> OS3;
            default -> OS2;
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "es8 | os2 | {'type':'flattened','depth_limit':3} | {'type':'flat_object'} |",
                "es8 | os1 | {'type':'flattened'} | {'type':'flat_object'} |",
                "os2 | es8 | {'type':'flat_object'} | {'type':'flattened'} |",
                "es8 | es7 | {'type':'match_only_text','fields':{'k':{'type':'keyword'}}} | {'type':'match_only_text','fields':{'k':{'type':'keyword'}}} |",
                "es8 | os1 | {'type':'match_only_text','fields':{'k':{'type':'keyword'}}} | {'type':'text','fields':{'k':{'type':'keyword'}}} |",
                "es8 | os2 | {'type':'version'} | {'type':'keyword'} | version",
                "es8 | os3 | {'type':'version'} | {'type':'keyword'} | version",
                "os3 | os3 | {'type':'version','index':true} | {'type':'version','index':true} |",
                "os3 | es8 | {'type':'version','index':true,'doc_values':true,'store':false,'meta':{'a':'b'}} | {'type':'version','meta':{'a':'b'}} |",
                "os3 | os3 | {'type':'sparse_vector','method':{'name':'seismic'}} | {'type':'sparse_vector','method':{'name':'seismic'}} |",
                "es8 | os1 | {'type':'wildcard','ignore_above':9} | {'type':'keyword','ignore_above':9} | wildcard",
                "es8 | os2 | {'type':'wildcard','ignore_above':9} | {'type':'wildcard','ignore_above':9} |",
                "es8 | os2 | {'type':'point'} | {'type':'xy_point'} |",
                "os2 | es8 | {'type':'xy_shape'} | {'type':'shape'} |",
                "es8 | os2 | {'type':'histogram'} | {'type':'object','enabled':false} | histogram",
                "es8 | es7 | {'type':'sparse_vector'} | {'type':'object','enabled':false} | sparse_vector",
                "es8 | os1 | {'type':'unsigned_long'} | {'type':'double'} | unsigned_long",
                "es7 | es8 | {'type':'text','boost':2.0} | {'type':'text'} | boost",
                "es7 | es7 | {'type':'text','boost':2.0} | {'type':'text','boost':2.0} |",
                "es7 | es8 | {'type':'keyword','include_in_all':true} | {'type':'keyword'} |",
                "es7 | es8 | {'type':'geo_shape','tree':'quadtree','precision':'1m'} | {'type':'geo_shape'} |",
                "es8 | os2 | {'type':'keyword','time_series_dimension':true} | {'type':'keyword'} | time-series",
                "es8 | os2 | {'type':'long','script':'emit(1)','on_script_error':'fail'} | {'type':'long'} | field-script",
                "es8 | os2 | {'type':'dense_vector','dims':3,'index':true,'similarity':'l2_norm','index_options':{'type':'hnsw'}} | {'type':'knn_vector','dimension':3,'space_type':'l2'} |",
                "es8 | os2 | {'type':'dense_vector'} | {'type':'object','enabled':false} | vectors",
                "os2 | es8 | {'type':'knn_vector','dimension':3,'space_type':'cosinesimil'} | {'type':'dense_vector','dims':3,'index':true,'similarity':'cosine'} |",
                "os2 | es7 | {'type':'knn_vector','dimension':3,'space_type':'cosinesimil'} | {'type':'dense_vector','dims':3} |",
                "os2 | es8 | {'type':'knn_vector','dimension':3,'method':{'space_type':'linf'}} | {'type':'object','enabled':false} | vectors",
                "es7 | es9 | {'type':'a_type_of_a_plugin','x':1} | {'type':'a_type_of_a_plugin','x':1} |",
                "es7 | es8 | {'type':'nested','properties':{'n':{'type':'text','boost':2}}} | {'type':'nested','properties':{'n':{'type':'text'}}} | boost",
                "es8 | os2 | {'type':'keyword','fields':{'h':{'type':'counted_keyword'},'v':{'type':'histogram'}}} | {'type':'keyword','fields':{'h':{'type':'keyword'}}} | counted_keyword,histogram",
                "es8 | os2 | {'subobjects':false,'properties':{}} | {'properties':{}} | subobjects",
                "es8 | os2 | {'dynamic':'runtime','properties':{}} | {'dynamic':true,'properties':{}} | runtime-fields",
                "os2 | es8 | {'dynamic':'strict_allow_templates','properties':{}} | {'dynamic':'strict','properties':{}} | dynamic",
            })
    void saysFieldsInTheTargetsWords(String from, String to, String field, String expected, String losses)
            throws Exception {
        IndexTranslation translation =
                translated("{'properties':{'f':" + field + "}}", "{}", server(from.strip()), server(to.strip()));

        assertThat(translation.body().at("/mappings/properties/f")).isEqualTo(json(expected));
        assertThat(String.join(
                        ",", losses(translation).stream().map(Finding::code).toList()))
                .isEqualTo(losses == null ? "" : losses.strip());
    }

    @Test
    void translatesTemplatesOfFieldsToo() throws Exception {
        IndexTranslation translation = translated(
                "{'dynamic_templates':[{'all':{'match':'*','mapping':{'type':'flattened'}}}]}", "{}", ES8, OS2);

        assertThat(translation.body().at("/mappings/dynamic_templates/0/all/mapping"))
                .isEqualTo(json("{'type':'flat_object'}"));
    }

    @Test
    void tellsOpenSearchToIndexVectors() throws Exception {
        IndexTranslation translation =
                translated("{'properties':{'v':{'type':'dense_vector','dims':3}}}", "{}", ES8, OS2);

        assertThat(translation.body().at("/settings/index.knn").asBoolean()).isTrue();
    }

    @Test
    void leavesOutPartsOfTheRootThatTheTargetDoesNotHave() throws Exception {
        IndexTranslation translation = translated(
                "{'_all':{'enabled':false},'_field_names':{'enabled':false},'_meta':{'x':1},'_routing':{'required':true},'properties':{}}",
                "{}",
                ES7,
                ES8);

        assertThat(translation.body().path("mappings"))
                .isEqualTo(json("{'_meta':{'x':1},'_routing':{'required':true},'properties':{}}"));
        assertThat(losses(translation)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"runtime", "derived"})
    void asksBeforeItLosesFieldsOfSearches(String member) throws Exception {
        Server from = member.equals("runtime") ? ES8 : OS2;
        IndexTranslation translation =
                translated("{'" + member + "':{'d':{'type':'long'}}}", "{}", from, from.equals(ES8) ? OS2 : ES8);

        assertThat(translation.body().path("mappings").has(member)).isFalse();
        assertThat(losses(translation)).extracting(Finding::code).containsExactly(member + "-fields");
    }

    @Test
    void takesSettingsOverThatAreTheIndexsOwn() throws Exception {
        IndexTranslation translation = translated(
                "{}",
                "{'uuid':'u','version':{'created':'7172899'},'creation_date':'1','provided_name':'i','history':{'uuid':'x'},"
                        + "'number_of_shards':'3','number_of_replicas':'2','refresh_interval':'5s','default_pipeline':'p',"
                        + "'final_pipeline':'_none','routing_partition_size':'2','max_result_window':'20000',"
                        + "'blocks':{'write':'true'},'lifecycle':{'name':'l'},'routing':{'allocation':{'include':{'_tier':'x'}}},"
                        + "'analysis':{'analyzer':{'a':{'type':'custom','filter':['lowercase'],'tokenizer':'standard'}}}}",
                ES7,
                ES8);

        assertThat(translation.body().path("settings"))
                .isEqualTo(json("{'index.number_of_shards':'3','index.routing_partition_size':'2',"
                        + "'index.max_result_window':'20000','index.analysis.analyzer.a.type':'custom',"
                        + "'index.analysis.analyzer.a.filter':['lowercase'],'index.analysis.analyzer.a.tokenizer':'standard',"
                        + "'index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
        assertThat(translation.held())
                .isEqualTo(json(
                        "{'index.refresh_interval':'5s','index.number_of_replicas':'2','index.default_pipeline':'p'}"));
        assertThat(translation.findings())
                .extracting(Finding::where)
                .contains("index.blocks.write", "index.lifecycle.name", "index.routing.allocation.include._tier");
        assertThat(losses(translation)).isEmpty();
    }

    /** The pipeline may be made later, and must not change what the comparison at the end finds. */
    @Test
    void setsASearchPipelineAtTheEndWhereTheTargetHasThem() throws Exception {
        String settings = "{'uuid':'u','number_of_shards':'1','search':{'default_pipeline':'p','idle':{'after':'5s'}}}";
        IndexTranslation same = translated("{}", settings, OS2, OS3);
        IndexTranslation other = translated("{}", settings, OS2, ES8);

        assertThat(same.body().path("settings").has("index.search.default_pipeline"))
                .isFalse();
        assertThat(same.held().path("index.search.default_pipeline").asText()).isEqualTo("p");
        assertThat(other.held().has("index.search.default_pipeline")).isFalse();
        assertThat(other.findings()).extracting(Finding::where).contains("index.search.default_pipeline");
    }

    /** Servers refuse an index that is to be made with one of them: those that {@code Setting.isPrivateIndex} names. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "allocation.existing_shards_allocator",
                "context.created_version",
                "context.current_version",
                "downsample.origin.name",
                "downsample.origin.uuid",
                "downsample.source.name",
                "downsample.source.uuid",
                "logsdb.add_host_name_field",
                "logsdb.sort_on_host_name",
                "remote_store.enabled",
                "remote_store.segment.repository",
                "remote_store.translog.repository",
                "rollup.source.name",
                "rollup.source.uuid",
                "routing.allocation.disk.watermark.ignore",
                "search.throttled",
                "shard_limit.group",
                "verified_before_close",
                "verified_read_only",
                "version.compatibility",
                "version.created",
            })
    void leavesOutWhatOnlyServersSet(String name) throws Exception {
        for (Server server : List.of(ES7, ES8, ES9, OS2, OS3)) {
            for (Server to : List.of(server, ES9, OS3)) {
                JsonNode settings = translated("{}", "{'" + name + "':'x'}", server, to)
                        .body()
                        .path("settings");

                assertThat(settings).isEqualTo(json("{'index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
            }
        }
    }

    /** Elasticsearch 9.2 notes the dimensions of a time series that a data stream made, in place of the path. */
    @Test
    void routesATimeSeriesByTheDimensionsThatItsServerNoted() throws Exception {
        String series = "{'mode':'time_series','dimensions':['host','zone']}";
        String routed = "{'mode':'time_series','dimensions':['host','zone'],'routing_path':['host']}";

        assertThat(translated("{}", series, ES9, ES9).body().path("settings"))
                .isEqualTo(json("{'index.mode':'time_series','index.routing_path':['host','zone'],"
                        + "'index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
        assertThat(translated("{}", routed, ES9, ES9).body().at("/settings/index.routing_path"))
                .isEqualTo(json("['host']"));
    }

    /** Documents are loaded with their ids. */
    @ParameterizedTest
    @CsvSource({
        "append_only.enabled",
        "remote_store.translog.buffer_interval",
        "searchable_snapshot.repository",
        "xpack.ccr.following_index"
    })
    void leavesOutWhatWouldRefuseToBeLoadedAndSaysSo(String name) throws Exception {
        IndexTranslation translation = translated("{}", "{'" + name + "':'true'}", OS2, OS3);

        assertThat(translation.body().path("settings").has("index." + name)).isFalse();
        assertThat(translation.findings()).extracting(Finding::where).containsExactly("index." + name);
        assertThat(losses(translation)).isEmpty();
    }

    /** Servers would replace the ids of the documents. */
    @Test
    void routesALogsIndexByIds() throws Exception {
        String settings = "{'mode':'logsdb','routing_path':['host'],'logsdb':{'route_on_sort_fields':'true'}}";
        IndexTranslation translation = translated("{}", settings, ES9, ES9);

        assertThat(translation.body().path("settings"))
                .isEqualTo(json("{'index.mode':'logsdb','index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
        assertThat(translation.findings()).extracting(Finding::where).contains("index.logsdb.route_on_sort_fields");
        assertThat(losses(translation)).isEmpty();
    }

    @Test
    void leavesOutSettingsOfALogsIndexAtTheOtherProduct() throws Exception {
        IndexTranslation translation =
                translated("{}", "{'mode':'logsdb','logsdb':{'route_on_sort_fields':'true'}}", ES9, OS3);

        assertThat(translation.body().path("settings"))
                .isEqualTo(json("{'index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
    }

    @Test
    void leavesOutSettingsOfTheOtherProduct() throws Exception {
        IndexTranslation translation = translated(
                "{}",
                "{'replication':{'type':'DOCUMENT'},'knn':'true','codec':'zstd','search':{'idle':{'after':'1s'}}}",
                OS2,
                ES8);

        assertThat(translation.body().path("settings"))
                .isEqualTo(json("{'index.codec':'best_compression','index.search.idle.after':'1s',"
                        + "'index.number_of_replicas':0,'index.refresh_interval':'-1'}"));
    }

    @Test
    void keepsSettingsOfTheSameProduct() throws Exception {
        IndexTranslation translation = translated("{}", "{'replication':{'type':'SEGMENT'},'knn':'true'}", OS1, OS2);

        assertThat(translation.body().at("/settings/index.replication.type").asText())
                .isEqualTo("SEGMENT");
        assertThat(translation.body().at("/settings/index.knn").asText()).isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource({
        "logsdb, es7, index-mode",
        "time_series, es7, index-mode",
        "standard, es7,",
        "logsdb, es9,",
        "time_series, es9,"
    })
    void takesAModeWhereTheServerHasIt(String mode, String to, String loss) throws Exception {
        IndexTranslation translation = translated("{}", "{'mode':'" + mode + "'}", ES8, server(to));

        assertThat(losses(translation)).extracting(Finding::code).isEqualTo(loss == null ? List.of() : List.of(loss));
        assertThat(translation.body().at("/settings").has("index.mode")).isEqualTo(to.equals("es9"));
    }

    /** Elasticsearch 7 refuses an index with them. */
    @Test
    void leavesOutSettingsThatAnOlderServerLacks() throws Exception {
        String settings = "{'mapping':{'source':{'mode':'synthetic'},'total_fields':{'limit':7}}}";

        JsonNode older = translated("{}", settings, ES8, ES7).body().path("settings");
        JsonNode same = translated("{}", settings, ES8, ES8).body().path("settings");

        assertThat(older.has("index.mapping.source.mode")).isFalse();
        assertThat(older.path("index.mapping.total_fields.limit").asInt()).isEqualTo(7);
        assertThat(same.path("index.mapping.source.mode").asText()).isEqualTo("synthetic");
    }

    @Test
    void namesASourceThatASettingSwitchesOff() throws Exception {
        assertThat(losses(translated("{}", "{'mapping':{'source':{'mode':'disabled'}}}", ES8, ES8)))
                .extracting(Finding::code)
                .containsExactly("no-source");
    }

    @Test
    void asksBeforeATimeSeriesBecomesAnIndex() throws Exception {
        IndexTranslation translation = translated("{}", "{'mode':'time_series','routing_path':['a']}", ES8, OS2);

        assertThat(losses(translation)).extracting(Finding::code).containsOnly("index-mode");
        assertThat(translation.findings()).extracting(Finding::where).contains("_source");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'_source':{'enabled':false}} | no-source",
                "{'_source':{'excludes':['a']}} | source-filtered",
                "{'_source':{'includes':['a']}} | source-filtered",
            })
    void saysWhatCannotBeRead(String mapping, String code) throws Exception {
        assertThat(losses(translated(mapping, "{}", ES7, ES7)))
                .extracting(Finding::code)
                .containsExactly(code);
    }
}

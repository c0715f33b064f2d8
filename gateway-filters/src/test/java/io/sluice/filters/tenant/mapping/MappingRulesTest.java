package io.sluice.filters.tenant.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MappingRulesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String TENANT = "\"tenant_id\":{\"type\":\"keyword\"}";

    @Test
    void takesTimestampsWhereTheOperatorAcceptsThem() throws Exception {
        String mapping = "{\"dynamic\":false,\"properties\":{" + TENANT + ",\"@timestamp\":{\"type\":\"date\"}}}";

        assertThat(new MappingRules("tenant_id", true, new FieldTypes(List.of()))
                        .problem(MAPPER.readValue(mapping, Map.class)))
                .isNull();
    }

    @Test
    void takesATypeThatItDoesNotKnowOnlyWhereTheOperatorAnswersForIt() throws Exception {
        String mapping = "{\"dynamic\":false,\"properties\":{" + TENANT
                + ",\"o\":{\"properties\":{\"t\":{\"type\":\"text\",\"fields\":{\"x\":{\"type\":\"acme_tags\"}}}}}}}";

        assertThat(problem(mapping)).startsWith("o.t.x has the type acme_tags,").endsWith("fieldTypes: [acme_tags]");
        assertThat(new MappingRules("tenant_id", false, new FieldTypes(List.of("acme_tags")))
                        .problem(MAPPER.readValue(mapping, Map.class)))
                .isNull();
    }

    @Test
    void refusesWhatDocumentsWouldSetInATypeThatTheOperatorAnswersFor() throws Exception {
        String field = "{\"type\":\"semantic_text\",\"inference_id\":\"e5\"}";
        String mapping = "{\"dynamic\":false,\"properties\":{" + TENANT + ",\"s\":" + field + "}}";

        assertThat(new MappingRules("tenant_id", false, new FieldTypes(List.of("semantic_text")))
                        .problem(MAPPER.readValue(mapping, Map.class)))
                .startsWith("s says no model_settings");
    }

    @Test
    void takesComputedFieldsOnlyWhereTheOperatorAnswersForThem() throws Exception {
        String mapping =
                "{\"dynamic\":false,\"runtime\":{\"day\":{\"type\":\"keyword\"}},\"properties\":{" + TENANT + "}}";

        assertThat(problem(mapping)).endsWith("fieldTypes: [runtime]");
        assertThat(new MappingRules("tenant_id", false, new FieldTypes(List.of("runtime")))
                        .problem(MAPPER.readValue(mapping, Map.class)))
                .isNull();
    }

    private static @Nullable String problem(String mapping) throws Exception {
        String whole = mapping.replace("TENANT", TENANT);
        return new MappingRules("tenant_id", false, new FieldTypes(List.of()))
                .problem(MAPPER.readValue(whole, Map.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'dynamic':'false','properties':{TENANT}}",
                "{'dynamic':false,'properties':{TENANT}}",
                "{'dynamic':'strict','properties':{TENANT,'n':{'type':'long'},'t':{'type':'text','fields':{'raw':{'type':'keyword'}}}}}",
                "{'dynamic':'strict','date_detection':false,'_meta':{'dynamic':'true'},'properties':{TENANT}}",
                "{'dynamic':'false','properties':{TENANT,'o':{'properties':{'x':{'type':'long'}}},'c':{'type':'nested','dynamic':'strict'}}}",
                "{'dynamic':'false','properties':{TENANT,'o':{'dynamic':'false','properties':{'dynamic':{'type':'boolean'}}}}}",
                "{'dynamic':'false','properties':{'tenant_id':{'type':'keyword','ignore_above':63,'store':true,'norms':false}}}",
                "{'dynamic':'false','properties':{'tenant_id':{'type':'keyword','doc_values':true,'index':true,'meta':{'a':'b'}}}}",
                "{'dynamic':'false','properties':{TENANT,'a':{'type':'alias','path':'n'},'n':{'type':'long','copy_to':['m']},'m':{'type':'long'}}}",
                "{'dynamic':'false','properties':{TENANT,'o':{'properties':{'tenant_id':{'type':'long'}}}}}",
                "{'dynamic':'false','properties':{TENANT,'m':{'type':'match_only_text','analyzer':'english'},'t':{'type':'text','index_options':'docs'}}}",
                "{'dynamic':'false','properties':{TENANT,'t':{'type':'text','index':false,'store':true,'norms':false},'w':{'type':'wildcard'}}}",
                "{'dynamic':'false','properties':{TENANT,'v':{'type':'dense_vector','dims':3,'index_options':{'type':'hnsw','m':16}}}}",
                "{'dynamic':'false','properties':{TENANT,'c':{'type':'constant_keyword','value':'nginx'}}}",
                "{'dynamic':'false','_source':{'mode':'synthetic'},'properties':{TENANT}}",
                "{'dynamic':'false','_source':{'includes':['k','ten*d'],'excludes':['k.secret','tenant_id.*','tenant']},'properties':{TENANT}}",
                "{'dynamic':'false','properties':{TENANT,'@timestamp':{'type':'long'},'o':{'properties':{'@timestamp':{'type':'date'}}}}}"
            })
    void takesMappingsInWhichTenantsCannotMeet(String mapping) throws Exception {
        assertThat(problem(mapping.replace('\'', '"'))).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                                  | dynamic is not said
            {'properties':{TENANT}}                                                             | dynamic is not said
            {'dynamic':null,'properties':{TENANT}}                                              | dynamic is not said
            {'dynamic':'true','properties':{TENANT}}                                            | dynamic is true
            {'dynamic':true,'properties':{TENANT}}                                              | dynamic is true
            {'dynamic':'runtime','properties':{TENANT}}                                         | dynamic is runtime
            {'dynamic':'strict_allow_templates','properties':{TENANT}}                          | dynamic is strict_allow_templates
            {'dynamic':'false_allow_templates','properties':{TENANT}}                           | dynamic is false_allow_templates
            {'dynamic':'false','enabled':false,'properties':{TENANT}}                           | enabled is false
            {'_doc':{'dynamic':'false','properties':{TENANT}}}                                  | dynamic is not said
            {'dynamic':'false','_source':{'excludes':['tenant_id']},'properties':{TENANT}}      | _source is stored without tenant_id
            {'dynamic':'false','_source':{'excludes':['k','*_id']},'properties':{TENANT}}       | _source is stored without tenant_id
            {'dynamic':'false','_source':{'excludes':'t*i*'},'properties':{TENANT}}             | _source is stored without tenant_id
            {'dynamic':'false','_source':{'includes':['k','tenant_i']},'properties':{TENANT}}   | _source is stored without tenant_id
            {'dynamic':'false'}                                                                 | tenant_id is not mapped
            {'dynamic':'false','properties':{}}                                                 | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant':{'type':'keyword'}}}                      | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'type':'text'}}}                      | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'type':'constant_keyword'}}}          | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'type':'wildcard'}}}                  | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'type':'alias','path':'x'}}}          | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'properties':{TENANT}}}}              | tenant_id is not mapped
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','index':false}}}     | index of tenant_id
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','doc_values':false}}} | doc_values of tenant_id
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','ignore_above':62}}} | ignore_above of tenant_id
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','ignore_above':null}}} | ignore_above of tenant_id
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','normalizer':'low'}}} | tenant_id has normalizer
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','null_value':'a'}}}  | tenant_id has null_value
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','script':{}}}}       | tenant_id has script
            {'dynamic':'false','properties':{'tenant_id':{'type':'keyword','of_tomorrow':1}}}   | tenant_id has of_tomorrow
            {'dynamic':'false','runtime':{'tenant_id':{'type':'keyword'}},'properties':{TENANT}} | runtime field has the name
            {'dynamic':'false','derived':{'tenant_id':{'type':'keyword'}},'properties':{TENANT}} | derived field has the name
            {'dynamic':'false','runtime':{'p':{'type':'lookup','target_index':'logs','input_field':'a','target_field':'b'}},'properties':{TENANT}} | p is a lookup
            {'dynamic':'false','runtime':{'c':{'type':'composite','fields':{'p':{'type':'lookup'}}}},'properties':{TENANT}} | c.p is a lookup
            {'dynamic':'false','runtime':{'p':{'type':'of_tomorrow'}},'properties':{TENANT}}    | p has the type of_tomorrow
            {'dynamic':'false','derived':{'p':{'type':'of_tomorrow'}},'properties':{TENANT}}    | p has the type of_tomorrow
            {'dynamic':'false','runtime':{'p':{}},'properties':{TENANT}}                        | p has the type null
            {'dynamic':'false','properties':{TENANT,'o':{'dynamic':'true'}}}                    | dynamic of o is true
            {'dynamic':'strict','properties':{TENANT,'o':{'properties':{'c':{'type':'nested','dynamic':true}}}}} | dynamic of o.c is true
            {'dynamic':'strict','properties':{TENANT,'o':{'dynamic':'runtime','properties':{}}}} | dynamic of o is runtime
            {'dynamic':'strict','properties':{TENANT,'q':{'type':'percolator'}}}                | q is a percolator
            {'dynamic':'strict','properties':{TENANT,'o':{'properties':{'q':{'type':'percolator'}}}}} | o.q is a percolator
            {'dynamic':'strict','properties':{TENANT,'a':{'type':'alias','path':'tenant_id'}}}  | a is an alias of tenant_id
            {'dynamic':'strict','properties':{TENANT,'a':{'type':'keyword','copy_to':'tenant_id'}}} | a is copied
            {'dynamic':'strict','properties':{TENANT,'a':{'type':'keyword','copy_to':['b','tenant_id']}}} | a is copied
            {'dynamic':'strict','properties':{TENANT,'o':{'properties':{'a':{'type':'keyword','copy_to':['tenant_id']}}}}} | o.a is copied
            {'dynamic':'strict','properties':{TENANT,'t':{'type':'text','fields':{'q':{'type':'percolator'}}}}} | t.q is a percolator
            {'dynamic':'strict','properties':{TENANT,'@timestamp':{'type':'date'}}}             | @timestamp is a date
            {'dynamic':'strict','properties':{TENANT,'@timestamp':{'type':'date_nanos','index':true}}} | @timestamp is a date
            {'dynamic':'strict','properties':{TENANT,'v':{'type':'dense_vector','dims':3,'index_options':{'type':'int8_hnsw'}}}} | v has vectors
            {'dynamic':'strict','properties':{TENANT,'o':{'properties':{'v':{'type':'dense_vector','dims':3,'index':true,'index_options':{'type':'bbq_flat'}}}}}} | o.v has vectors
            {'dynamic':'strict','properties':{TENANT,'v':{'type':'dense_vector','index_options':{'type':'hnsw'}}}} | v says no dims
            {'dynamic':'strict','properties':{TENANT,'v':{'type':'dense_vector','index':false}}} | v says no dims
            {'dynamic':'strict','properties':{TENANT,'v':{'type':'rank_vectors'}}} | v says no dims
            {'dynamic':'strict','properties':{TENANT,'c':{'type':'constant_keyword'}}} | c says no value
            {'dynamic':'false','properties':{TENANT,'o':{'properties':{'c':{'type':'constant_keyword','value':null}}}}} | o.c says no value
            {'dynamic':'strict','properties':{TENANT,'t':{'type':'text','fields':{'c':{'type':'constant_keyword'}}}}} | t.c says no value
            {'dynamic':'strict','properties':{TENANT,'s':{'type':'semantic_text','inference_id':'e5','model_settings':{'task_type':'text_embedding','dimensions':384}}}} | s has the type semantic_text
            {'dynamic':'strict','properties':{TENANT,'s':{'type':'semantic_text','model_settings':{'task_type':'sparse_embedding'}}}} | s has the type semantic_text
            {'dynamic':'strict','properties':{TENANT,'s':{'type':'semantic','model_id':'m'}}}   | s has the type semantic
            {'dynamic':'strict','properties':{TENANT,'t':{'type':'text','fielddata':true,'fielddata_frequency_filter':{'min':2}}}} | t has fielddata_frequency_filter
            {'dynamic':'strict','properties':{TENANT,'@timestamp':{'type':'date','index':false}}} | @timestamp is a date
            {'dynamic':'strict','properties':{TENANT,'d':{'type':'date','skip_list':true}}}     | d has a skip_list
            {'dynamic':'strict','properties':{TENANT,'h':{'type':'half_float'}}}                | h has the type half_float
            {'dynamic':'strict','properties':{TENANT,'r':{'type':'ip_range'}}}                  | r has the type ip_range
            {'dynamic':'strict','properties':{TENANT,'f':{'type':'flattened'}}}                 | f has the type flattened
            {'dynamic':'strict','properties':{TENANT,'f':{'type':'flat_object'}}}               | f has the type flat_object
            {'dynamic':'strict','properties':{TENANT,'w':{'type':'wildcard','doc_values':true}}} | w is a wildcard with doc_values
            {'dynamic':'strict','properties':{TENANT,'t':{'type':'text','index':false,'store':true}}} | t is stored and not indexed
            {'dynamic':'strict','properties':{TENANT,'m':{'type':'match_only_text','analyzer':'mine'}}} | m has no positions
            {'dynamic':'strict','properties':{TENANT,'o':{'properties':{'t':{'type':'text','index_options':'freqs','search_analyzer':'mine'}}}}} | o.t has no positions
            {'dynamic':'strict','runtime':{'r':{'type':'long','script':{'source':'emit(1)'}}},'properties':{TENANT}} | there are runtime fields
            {'dynamic':'strict','derived':{'r':{'type':'long','script':{'source':'emit(1)'}}},'properties':{TENANT}} | there are derived fields
            {'dynamic':'strict','properties':[]}                                                | not understood
            {'dynamic':'strict','properties':{TENANT,'x':'y'}}                                  | not understood
            {'dynamic':'strict','runtime':1,'properties':{TENANT}}                              | not understood
            """)
    void saysWhyTenantsCouldMeet(String mapping, String reason) throws Exception {
        assertThat(problem(mapping.replace('\'', '"'))).contains(reason);
    }
}

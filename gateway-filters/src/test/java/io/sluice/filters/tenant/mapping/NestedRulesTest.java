package io.sluice.filters.tenant.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NestedRulesTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String BASE = "'baseIndex':{'type':'keyword','similarity':'boolean'}";

    private static @Nullable String problem(String mapping, String settings) throws Exception {
        return new NestedRules("baseIndex")
                .problem(
                        MAPPER.readValue(mapping.replace("BASE", BASE).replace('\'', '"'), Map.class),
                        MAPPER.readValue(settings.replace('\'', '"'), Map.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'properties':{BASE}}",
                "{'dynamic':'true','properties':{BASE,'logs':{'dynamic':'true','properties':{'baseIndex':{'type':'text'}}}}}",
                "{'dynamic':false,'properties':{'baseIndex':{'type':'keyword','ignore_above':255,'copy_to':['n'],'meta':{'a':'b'}}}}",
                "{'runtime':{'logs.day':{'type':'keyword'}},'properties':{BASE,'x':{'type':'alias','path':'baseIndex'}}}",
                "{'_source':{'excludes':['logs.secret']},'properties':{BASE,'n':{'type':'long','copy_to':['m','logs.baseIndex']}}}",
                "{'dynamic_templates':[{'all':{'match_mapping_type':'string','mapping':{'type':'text'}}}],'properties':{BASE}}"
            })
    void takesIndicesThatCompareNamesWhole(String mapping) throws Exception {
        assertThat(problem(mapping, "{'index':{'number_of_shards':'1','mapping':{'ignore_above':'8191'}}}"))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                        | baseIndex is not mapped as keyword
            {'dynamic':'false','properties':{'logs':{'type':'object'}}}               | baseIndex is not mapped as keyword
            {'properties':{'baseIndex':{'type':'text','fields':{'keyword':{'type':'keyword'}}}}} | baseIndex is not mapped as keyword
            {'properties':{'baseIndex':{'type':'alias','path':'k'},'k':{'type':'keyword'}}} | baseIndex is not mapped as keyword
            {'properties':{'baseIndex':{'properties':{'x':{'type':'keyword'}}}}}      | baseIndex is not mapped as keyword
            {'properties':{'baseIndex':{'type':'keyword','index':false}}}             | index of baseIndex is false
            {'properties':{'baseIndex':{'type':'keyword','doc_values':'false'}}}      | doc_values of baseIndex is false
            {'properties':{'baseIndex':{'type':'keyword','ignore_above':254}}}        | ignore_above of baseIndex is less than 255
            {'properties':{'baseIndex':{'type':'keyword','normalizer':'n'}}}          | baseIndex has normalizer
            {'properties':{'baseIndex':{'type':'keyword','null_value':'logs'}}}       | baseIndex has null_value
            {'properties':{'baseIndex':{'type':'keyword','script':{'source':'1'}}}}   | baseIndex has script
            {'enabled':false,'properties':{BASE}}                                     | enabled is false, so baseIndex is not indexed
            {'runtime':{'baseIndex':{'type':'keyword'}},'properties':{BASE}}          | a runtime field has the name baseIndex
            {'derived':{'baseIndex':{'type':'keyword'}},'properties':{BASE}}          | a derived field has the name baseIndex
            {'properties':{BASE,'logs':{'properties':{'n':{'type':'long','copy_to':['baseIndex']}}}}} | logs.n is copied to baseIndex
            {'properties':{BASE,'t':{'type':'text','copy_to':'baseIndex'}}}           | t is copied to baseIndex
            {'_source':{'excludes':['base*']},'properties':{BASE}}                    | _source is stored without baseIndex
            {'_source':{'includes':['logs.*']},'properties':{BASE}}                   | _source is stored without baseIndex
            {'properties':[]}                                                         | the mapping is not understood: expected an object, not []
            """)
    void refusesIndicesThatDoNot(String mapping, String problem) throws Exception {
        assertThat(problem(mapping, "{'index':{'number_of_shards':'1'}}")).isEqualTo(problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'index':{'mapping':{'ignore_above':'254'}}} | index.mapping.ignore_above is 254, less than 255
            {'index':{'mapping':'x'}}                    | the settings are not understood: index.mapping is x
            """)
    void refusesSettingsThatLeaveLongNamesOut(String settings, String problem) throws Exception {
        assertThat(problem("{'properties':{BASE}}", settings)).isEqualTo(problem);
    }
}

package io.sluice.filters.tenant.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingRulesTest {

    private static @Nullable String problem(String settings) throws Exception {
        return new SettingRules("tenant_id")
                .problem(new ObjectMapper().readValue(settings.replace('\'', '"'), Map.class));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'index':{}}",
                "{'index':{'number_of_shards':'2','mode':'standard'}}",
                "{'index':{'sort':{'field':'tenant_id','order':'desc'}}}",
                "{'index':{'sort':{'field':['tenant_id','at']}}}",
                "{'index':{'sort':{'field':'tenant_id, at'}}}",
                "{'index':{'mapping':{'ignore_above':'63','total_fields':{'limit':'10'}}}}",
                "{'index':{'sort':{'field':[]}}}"
            })
    void takesIndicesWhoseDocumentsHaveNoRankAmongThoseOfOthers(String settings) throws Exception {
        assertThat(problem(settings)).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                      | the settings are not understood
            {'index':1}                                             | the settings are not understood
            {'index':{'sort':'at'}}                                 | the settings are not understood
            {'index':{'sort':{'field':'at'}}}                       | index.sort.field begins with at
            {'index':{'sort':{'field':['at','tenant_id']}}}         | index.sort.field begins with at
            {'index':{'sort':{'field':'at,tenant_id'}}}             | index.sort.field begins with at
            {'index':{'mode':'time_series'}}                        | index.mode is time_series
            {'index':{'mode':'logsdb'}}                             | index.mode is logsdb
            {'index':{'mapping':{'ignore_above':'62'}}}             | index.mapping.ignore_above is 62
            {'index':{'mapping':{'ignore_above':'many'}}}           | index.mapping.ignore_above is many
            {'index':{'mapping':1}}                                 | the settings are not understood
            """)
    void saysWhatDoesNotKeepTenantsApart(String settings, String problem) throws Exception {
        assertThat(problem(settings)).startsWith(problem);
    }
}

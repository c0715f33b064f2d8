package io.sluice.filters.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets of indices that are chosen by keys which only the cluster knows. */
class IndexBucketsTest extends AcmeTest {

    IndexBucketsTest() {
        super("indexPerTenant: { indices: [\"*\"] }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'terms':{'field':'_index','include':'logs'}}}",
                "{'a':{'terms':{'exclude':['x','logs'],'field':'_index'}}}",
                "{'a':{'terms':{'field':'n'},'aggs':{'b':{'terms':{'include':'l.*','field':'_index'}}}}}",
                "{'a':{'terms':{'field':'n','include':['1']}},'b':{'terms':{'exclude':'logs','field':'_index'}}}"
            })
    void areDenied(String aggregations) {
        assertDenied(search("{'size':0,'aggs':%s}".formatted(aggregations).replace('\'', '"'))
                .everySplit());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'a':{'terms':{'field':'n','include':['1','2'],'exclude':'3'}}}",
                "{'a':{'terms':{'field':'_index'}},'b':{'terms':{'field':'n','include':['1']}}}",
                "{'include':{'terms':{'field':'_index'},'aggs':{'field':{'terms':{'include':'1','field':'n'}}}}}",
                "{'a':{'terms':{'field':'_index','include':{'partition':0,'num_partitions':2}}}}"
            })
    void areTakenOtherwise(String aggregations) {
        assertThat(search("{'size':0,'aggs':%s}".formatted(aggregations).replace('\'', '"'))
                        .everySplit()
                        .status())
                .isEqualTo(200);
    }
}

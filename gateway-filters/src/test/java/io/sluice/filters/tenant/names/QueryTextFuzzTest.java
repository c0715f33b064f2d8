package io.sluice.filters.tenant.names;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

class QueryTextFuzzTest {

    @FuzzTest
    void findsTheFieldsThatLuceneFinds(FuzzedDataProvider data) {
        QueryTextTest.compare(data.consumeRemainingAsString());
    }
}

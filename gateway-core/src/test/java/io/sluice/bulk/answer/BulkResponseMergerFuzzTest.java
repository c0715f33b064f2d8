package io.sluice.bulk.answer;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.List;

class BulkResponseMergerFuzzTest {

    @FuzzTest
    void mergesAsThePlainWayDoes(FuzzedDataProvider data) throws Exception {
        List<String> paths = new ArrayList<>();
        for (int i = data.consumeInt(0, 5); i > 0; i--) {
            paths.add(Views.draw(bound -> data.consumeInt(0, bound - 1)));
        }
        new RandomMerge(bound -> data.consumeInt(0, bound - 1)).run(String.join(",", paths), data.consumeBoolean());
    }
}

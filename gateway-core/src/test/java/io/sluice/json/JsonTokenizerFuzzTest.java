package io.sluice.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.List;

class JsonTokenizerFuzzTest {

    private static final int LONGEST = 4096;

    @FuzzTest
    void readsEveryTextAsJacksonDoesOrRefusesIt(byte[] text) throws Exception {
        if (text.length > LONGEST) {
            return;
        }
        List<String> whole = Tokens.of(text, text.length);
        int[] ones = new int[text.length];
        Arrays.fill(ones, 1);
        assertThat(Tokens.of(text, ones)).isEqualTo(whole);
        if (!Tokens.isRefused(text)) {
            assertThat(Tokens.asJackson(text, whole)).isEqualTo(Tokens.byJackson(text));
        }
    }
}

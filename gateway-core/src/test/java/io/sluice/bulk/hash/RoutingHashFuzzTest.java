package io.sluice.bulk.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;

class RoutingHashFuzzTest {

    @FuzzTest
    void hashesWellFormedBytesAsItsStringAndReadsNothingBeyondOthers(byte[] bytes) {
        int hash = RoutingHash.of(bytes, 0, bytes.length);

        String text = new String(bytes, UTF_8);
        if (Arrays.equals(text.getBytes(UTF_8), bytes)) {
            assertThat(hash).isEqualTo(RoutingHash.of(text));
        }
    }
}

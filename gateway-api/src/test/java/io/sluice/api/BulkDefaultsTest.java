package io.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkDefaultsTest {

    @Test
    void readsPathAndQuery() {
        assertThat(of("/_bulk")).isEqualTo(new BulkDefaults(null, null, null));
        assertThat(of("//logs%2Dx/_bulk/?routing=a+b&pipeline=p&refresh"))
                .isEqualTo(new BulkDefaults("logs-x", "a b", "p"));
        assertThat(of("/logs/_doc/_bulk").index()).isEqualTo("logs");
        assertThat(of("/_bulk?index=logs").index()).isEqualTo("logs");
        assertThat(of("/logs/_bulk?index=logs").text(BulkField.INDEX)).isEqualTo("logs");
        assertThat(of("/logs/_bulk").text(BulkField.ID)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/_search",
                "/a/b/c/_bulk",
                "/a/_bulk/b",
                "/a/_bulk?index=b",
                "/_bulk?index=a&index=a",
                "/_bulk?routing=a&routing=b",
                "/%zz/_bulk",
                "/a/%5fbulk"
            })
    void refusesOtherTargetsAndAmbiguousOnes(String target) {
        assertThatIllegalArgumentException().isThrownBy(() -> of(target));
    }

    private static BulkDefaults of(String target) {
        return BulkDefaults.of(RequestTarget.parse(target));
    }
}

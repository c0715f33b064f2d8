package io.sluice.index.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChangedFieldsTest {

    private static List<String> of(String a, String b, int most) {
        return ChangedFields.of(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8), most);
    }

    @Test
    void namesPlacesAsPointers() {
        assertThat(of("{\"a\":1,\"b\":{\"c/d\":[1,2],\"e\":0}}", "{\"a\":1.0,\"b\":{\"c/d\":[1,3],\"f\":0}}", 10))
                .containsExactly("/a", "/b/c~1d/1", "/b/e", "/b/f");
    }

    @Test
    void namesAnArrayOfAnotherLengthAsAWhole() {
        assertThat(of("{\"a\":[1,2]}", "{\"a\":[1]}", 10)).containsExactly("/a");
    }

    @Test
    void namesNoMoreThanWanted() {
        assertThat(of("{\"a\":1,\"b\":1}", "{\"a\":2,\"b\":2}", 1)).containsExactly("/a");
    }
}

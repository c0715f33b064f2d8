package io.sluice.index.diff;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
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

    /** A place that is kept for each level would take the square of the depth: here 240 MB. */
    @Test
    void takesNoMoreMemoryForNamesThanTheSourcesHave() {
        String member = "{\"" + "n".repeat(20_000) + "\":";
        String open = member.repeat(150);
        String close = "}".repeat(150);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        long before = threads.getCurrentThreadAllocatedBytes();
        List<String> places = of(open + "1" + close, open + "2" + close, 10);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(places).singleElement().asString().hasSize(10_003).endsWith("nnn...");
        assertThat(allocated).isLessThan(100 << 20);
    }
}

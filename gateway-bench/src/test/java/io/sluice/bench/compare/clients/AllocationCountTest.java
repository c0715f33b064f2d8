package io.sluice.bench.compare.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class AllocationCountTest {
    /** Allocates one array and so many others below it. */
    private static Callable<Object> arrays(int count) {
        return () -> {
            Object[] outer = new Object[count];
            for (int i = 0; i < count; i++) {
                outer[i] = new short[10];
            }
            return outer;
        };
    }

    @Test
    void countsEveryObject() throws Exception {
        AllocationCount count = AllocationCount.of(arrays(7), Duration.ofMillis(10), 1 << 20);

        assertThat(count.byClass().get("[S")).isCloseTo(7, within(0.1));
        assertThat(count.objects()).isGreaterThan(7.9);
    }

    @Test
    void readsAHistogramWithoutTheFillersOfBuffers() {
        HeapHistogram histogram = HeapHistogram.parse("""
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:         10          1000  [B (java.base@25)
                   2:          4           400  java.lang.String (java.base@25)
                   3:          9           900  jdk.internal.vm.FillerElement[] (java.base@25)
                   4:          3           300  Ljdk.internal.vm.FillerArray; (java.base@25)
                Total         26          2600
                """);

        assertThat(histogram.byClass()).containsOnlyKeys("[B", "java.lang.String");
        assertThat(histogram.objects()).isEqualTo(14);
        assertThat(histogram
                        .minus(HeapHistogram.parse("   1:   10   1000  [B\n   2:   5   50  java.lang.String\n"))
                        .byClass())
                .containsOnlyKeys("java.lang.String")
                .containsEntry("java.lang.String", -1L);
    }
}

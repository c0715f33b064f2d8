package io.sluice.bench.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BodyOpeningTest {
    @Test
    void saysHowMuchIsLeftOutAndCutsNoCharacter() {
        for (int most = 0; most <= 8; most++) {
            assertThat(opening(most, "añ€😀z".getBytes(StandardCharsets.UTF_8)).text())
                    .as("%d bytes", most)
                    .doesNotContain("�")
                    .endsWith("... " + (11 - most) + " bytes more");
        }
        assertThat(opening(11, "añ€😀z".getBytes(StandardCharsets.UTF_8)).text())
                .isEqualTo("añ€😀z");
    }

    @Test
    void doesNotPrintWhatIsNotText() {
        assertThat(opening(100, new byte[] {0x1f, (byte) 0x8b, 8, 0}).text()).isEqualTo("(4 bytes that are not text)");
    }

    private static BodyOpening opening(int most, byte[] bytes) {
        BodyOpening opening = new BodyOpening(most);
        opening.add(bytes, 0, 1);
        opening.add(Unpooled.wrappedBuffer(bytes), 1, bytes.length - 1);
        assertThat(opening.bytes()).isEqualTo(bytes.length);
        return opening;
    }
}

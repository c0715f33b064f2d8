package io.sluice.styles.elasticsearch;

import io.sluice.styles.trial.StyleProcess;
import java.io.IOException;
import java.util.Map;

/** Runs one of the styles {@code transport}, {@code rest-low-level} and {@code rest-high-level}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        StyleProcess.run(
                arguments,
                Map.of(
                        "transport", TransportStyle::open,
                        "rest-low-level", LowLevelStyle::open,
                        "rest-high-level", HighLevelStyle::open));
    }
}

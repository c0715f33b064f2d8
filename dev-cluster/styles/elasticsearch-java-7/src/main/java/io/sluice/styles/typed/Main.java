package io.sluice.styles.typed;

import io.sluice.styles.trial.StyleProcess;
import java.io.IOException;
import java.util.Map;

/** Runs one of the styles {@code rest-typed} and {@code rest-typed-json}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        StyleProcess.run(arguments, Map.of("rest-typed", TypedStyle::open, "rest-typed-json", TypedJsonStyle::open));
    }
}

package io.sluice.styles.netty;

import io.sluice.styles.trial.StyleProcess;
import java.io.IOException;
import java.util.Map;

/** Runs the style {@code netty}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws IOException {
        StyleProcess.run(arguments, Map.of("netty", NettyStyle::open));
    }
}

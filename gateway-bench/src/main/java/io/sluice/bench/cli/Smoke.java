package io.sluice.bench.cli;

import picocli.CommandLine.Option;

/** How much of a study runs; a mixin of its command. */
final class Smoke {
    @Option(names = "--smoke", description = "As little as shows that it works; the figures are worth nothing.")
    private boolean wanted;

    /** Whether as little as shows that the study works. */
    boolean isWanted() {
        return wanted;
    }
}

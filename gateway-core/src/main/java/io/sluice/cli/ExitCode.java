package io.sluice.cli;

/** What the process ends with; part of the public interface, see docs/operations.md. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int CONFIGURATION = 3;
    static final int DIFFERENT = 4;

    private ExitCode() {}
}

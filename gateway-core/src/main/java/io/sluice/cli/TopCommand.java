package io.sluice.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice top}: what the admin endpoint's page shows, in a terminal. */
@Command(
        name = "top",
        description = "Shows what a running gateway does: problems, rates, times, nodes, slow requests.",
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final long EVERY_MILLIS = 2_000;
    private static final String HOME_AND_CLEAR = "\033[H\033[2J";

    @Mixin
    private AdminOption admin;

    @Option(names = "--once", description = "print once and end")
    private boolean once;

    @Mixin
    private AdminCredentials credentials;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        boolean redraw = !once && Terminal.isAt(Terminal.OUTPUT);
        PrintWriter out = spec.commandLine().getOut();
        try (AdminCalls calls = new AdminCalls(admin, credentials)) {
            while (true) {
                String screen = TopScreen.of(calls.get("/overview"));
                out.print(redraw ? HOME_AND_CLEAR + screen : screen);
                out.flush();
                if (once || out.checkError()) {
                    return ExitCode.OK;
                }
                Thread.sleep(EVERY_MILLIS);
            }
        }
    }
}

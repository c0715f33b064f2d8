package io.sluice.cli;

import io.sluice.config.ConfigException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code sluice run}: a gateway that serves until the process is asked to stop. */
@Command(name = "run", description = "Runs the gateway until it is stopped.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Mixin
    private ConfigOption config;

    /**
     * The configuration that {@code run [--config FILE]} names, or null for all other arguments. A process starts in half
     * of the time without the command line's library, whose classes no cache can hold.
     */
    static @Nullable Path plainRun(String[] arguments) {
        if (arguments.length == 0 || !arguments[0].equals("run")) {
            return null;
        }
        if (arguments.length == 1) {
            return ConfigOption.defaultFile();
        }
        boolean named = arguments[1].equals("--config") || arguments[1].equals("-c");
        return arguments.length == 3 && named ? Path.of(arguments[2]) : null;
    }

    @Override
    public Integer call() throws ConfigException, IOException, InterruptedException {
        return run(config.file());
    }

    /** Serves until the process is asked to stop; does not return before. */
    static int run(Path file) throws ConfigException, IOException, InterruptedException {
        // Before the first logger is made. Other commands wait for their lines.
        System.setProperty("sluice.log", "ASYNC");
        CompletableFuture<GatewayProcess> started = new CompletableFuture<>();
        // Before anything serves, so that no signal cuts off a client or ends the process unasked.
        ProcessSignals.listen(started);
        try {
            started.complete(GatewayProcess.start(file));
        } finally {
            // Whoever waits for a start that failed.
            started.cancel(false);
        }
        new CountDownLatch(1).await();
        return ExitCode.OK;
    }
}

package io.sluice.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice index}: compares, copies and backs up indices. */
@Command(
        name = "index",
        description = "Compares, copies and backs up the indices of clusters.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            IndexDiffCommand.class,
            IndexMigrateCommand.class,
            IndexBackupCommand.class,
            IndexRestoreCommand.class
        })
final class IndexCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "name one of the commands diff, migrate, backup, restore");
    }
}

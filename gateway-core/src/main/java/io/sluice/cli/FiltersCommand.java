package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.KeyRow;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.FilterType;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice filters}: what filters there are, and what one is configured with. */
@Command(name = "filters", description = "Lists the filter types, or the keys of one.", mixinStandardHelpOptions = true)
final class FiltersCommand implements Callable<Integer> {

    @Parameters(arity = "0..1", paramLabel = "TYPE", description = "the type whose keys are listed")
    private @Nullable String type;

    @Mixin
    private PluginsOption plugins;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        try (FilterRegistry registry = plugins.load()) {
            PrintWriter out = spec.commandLine().getOut();
            (type == null ? types(registry) : keys(registry, type)).forEach(out::println);
            out.flush();
        }
        return ExitCode.OK;
    }

    private static List<String> types(FilterRegistry registry) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("TYPE", "PLUGIN", "WHAT IT DOES"));
        for (FilterType filter : registry.all()) {
            rows.add(List.of(filter.name(), filter.source(), filter.factory().description()));
        }
        return Columns.align(rows);
    }

    private List<String> keys(FilterRegistry registry, String name) {
        FilterType filter = registry.type(name);
        if (filter == null) {
            throw new ParameterException(
                    spec.commandLine(), "no plugin has a filter of type '" + name + "'; known: " + registry.types());
        }
        List<String> lines = new ArrayList<>();
        lines.add(filter.name() + " (plugin " + filter.source() + "): "
                + filter.factory().description());
        lines.add("");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("KEY", "TYPE", "DEFAULT", "MEANING"));
        for (KeyRow row : KeyRow.of(filter.factory().configType())) {
            rows.add(List.of(row.path(), row.type(), row.def(), row.description()));
        }
        lines.addAll(Columns.align(rows));
        return lines;
    }
}

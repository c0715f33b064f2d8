package io.sluice.cli;

import io.sluice.config.ConfigException;
import io.sluice.config.KeyRow;
import io.sluice.plugin.FilterRegistry;
import io.sluice.plugin.PluginType;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice filters}: lists filters, bulk routers and engines of queues, and the keys of one of them. */
@Command(
        name = "filters",
        description = "Lists the types of filters, bulk routers and queues, or the keys of one.",
        mixinStandardHelpOptions = true)
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
        List<String> lines = new ArrayList<>(table("FILTER", registry.all()));
        if (!registry.routers().isEmpty()) {
            lines.add("");
            lines.addAll(table("BULK ROUTER", registry.routers()));
        }
        if (!registry.queues().isEmpty()) {
            lines.add("");
            lines.addAll(table("QUEUE ENGINE", registry.queues()));
        }
        return lines;
    }

    private static List<String> table(String kind, Collection<? extends PluginType<?>> types) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of(kind, "PLUGIN", "WHAT IT DOES"));
        for (PluginType<?> type : types) {
            rows.add(List.of(type.name(), type.source(), type.factory().description()));
        }
        return Columns.align(rows);
    }

    private List<String> keys(FilterRegistry registry, String name) {
        List<String> lines = new ArrayList<>();
        for (PluginType<?> type : Arrays.asList(registry.type(name), registry.router(name), registry.queue(name))) {
            if (type != null) {
                lines.addAll(lines.isEmpty() ? List.of() : List.of(""));
                lines.add(type.name() + " (plugin " + type.source() + "): "
                        + type.factory().description());
                lines.add("");
                lines.addAll(keys(type.factory().configType()));
            }
        }
        if (lines.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "no plugin has a filter, router or queue of type '" + name + "'; known: " + registry.types() + ", "
                            + registry.routerTypes() + " and " + registry.queueTypes());
        }
        return lines;
    }

    private static List<String> keys(Class<?> configType) {
        List<KeyRow> keys = KeyRow.of(configType);
        if (keys.isEmpty()) {
            return List.of("It needs no configuration.");
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("KEY", "TYPE", "DEFAULT", "MEANING"));
        for (KeyRow row : keys) {
            rows.add(List.of(row.path(), row.type(), row.def(), row.description()));
        }
        return Columns.align(rows);
    }
}

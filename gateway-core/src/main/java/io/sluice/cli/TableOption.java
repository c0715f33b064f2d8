package io.sluice.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which table of places a command is about, and the pages of the admin endpoint that change it. */
final class TableOption {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,63}");
    private static final Pattern TABLE = Pattern.compile("[A-Za-z0-9_./-]+");

    @Option(names = "--table", description = "which table of places, if the gateway has several")
    private @Nullable String table;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * The page that does something with a tenant.
     *
     * @param place which is named to it; null if it names none
     * @throws ParameterException if nothing can have one of the names
     */
    String page(String tenant, String what, @Nullable String place) {
        List<String> parameters = new ArrayList<>();
        if (place != null) {
            parameters.add("place=" + name(place));
        }
        String chosen = table;
        if (chosen != null) {
            if (!TABLE.matcher(chosen).matches()) {
                throw new ParameterException(command.commandLine(), "no table has the name '" + chosen + "'");
            }
            parameters.add("table=" + chosen);
        }
        String query = parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
        return "/tenants/" + name(tenant) + "/" + what + query;
    }

    private String name(String text) {
        return name(text, command);
    }

    /** The same name if a tenant or a place can have it. */
    static String name(String text, CommandSpec command) {
        if (!NAME.matcher(text).matches()) {
            throw new ParameterException(
                    command.commandLine(), "neither a tenant nor a place has the name '" + text + "'");
        }
        return text;
    }
}

package io.sluice.plugin;

import io.sluice.api.PluginFactory;
import io.sluice.config.Problem;
import io.sluice.config.RecordCheck;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Accepts the factories of one kind that keep the contract and reports the problems of the others. For one thread. */
final class FactoryCheck<F extends PluginFactory<?>> {

    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    private final Map<String, PluginType<F>> types = new TreeMap<>();
    private final Set<String> reserved;
    private final List<Problem> problems;

    /**
     * @param reserved types that no factory may have, because they have another meaning in configurations
     * @param problems receives the problems
     */
    FactoryCheck(Set<String> reserved, List<Problem> problems) {
        this.reserved = reserved;
        this.problems = problems;
    }

    Collection<PluginType<F>> types() {
        return types.values();
    }

    private void report(String place, String message) {
        problems.add(Problem.of(place, message));
    }

    /**
     * Accepts a factory or reports why it cannot be used.
     *
     * @param place where the factory comes from, for messages
     * @return whether it was accepted
     */
    boolean add(F factory, String source, String place) {
        String factoryName = factory.getClass().getName();
        int before = problems.size();
        try {
            check(factory, place);
        } catch (RuntimeException | Error e) {
            report(place, factoryName + " does not fit this version of the filter API: " + e);
        }
        if (problems.size() > before) {
            return false;
        }
        String type = factory.type();
        PluginType<F> other = types.putIfAbsent(type, new PluginType<>(type, source, factory));
        if (other != null) {
            report(
                    place,
                    factoryName + ": type '" + type + "' is already brought by "
                            + other.factory().getClass().getName() + " of " + other.source());
        }
        return other == null;
    }

    // One problem is one line.
    private static @Nullable String printable(@Nullable String type) {
        return type == null ? null : type.replaceAll("\\p{Cntrl}", "?");
    }

    private void check(F factory, String place) {
        String factoryName = factory.getClass().getName();
        if (factory.apiVersion() != PluginFactory.API_VERSION) {
            report(
                    place,
                    factoryName + " was built against version " + factory.apiVersion()
                            + " of the filter API; this gateway has version " + PluginFactory.API_VERSION);
            return;
        }
        String type = factory.type();
        if (type == null || !TYPE.matcher(type).matches()) {
            report(
                    place,
                    factoryName + ": a type is written in kebab-case as in basic-auth, not '" + printable(type) + "'");
        }
        if (reserved.contains(type)) {
            report(place, factoryName + ": the type '" + type + "' has a meaning of its own");
        }
        String description = factory.description();
        if (description == null || description.isBlank()) {
            report(place, factoryName + " has no description");
        }
        Class<?> configType = factory.configType();
        if (configType == null || !configType.isRecord()) {
            report(place, factoryName + ": the configuration's type is not a record but " + configType);
            return;
        }
        RecordCheck.problemsOf(configType).forEach(problem -> report(place, factoryName + ": " + problem));
    }
}

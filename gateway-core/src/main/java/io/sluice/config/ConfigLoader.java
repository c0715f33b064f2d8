package io.sluice.config;

import io.sluice.config.ConfigNode.Mapping;
import io.sluice.failure.FileFailure;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads configuration files. All problems of a file, including those of its plugins, are reported in one {@link ConfigException}.
 * Thread-safe.
 */
public final class ConfigLoader {

    private static final Comparator<Problem> IN_FILE_ORDER = Comparator.comparing(
                    (Problem problem) -> problem.place().file())
            .thenComparingInt(problem -> problem.place().line())
            .thenComparingInt(problem -> problem.place().column());

    private final Environment environment;
    private final KnownPatterns patterns = new KnownPatterns();

    /** Makes the filter types of a configuration, as its plugins section says. */
    @FunctionalInterface
    public interface FilterSource<T extends FilterTypes> {
        T load(PluginsConfig plugins) throws ConfigException;
    }

    /** @param environment the variables for {@code ${NAME}}, usually {@link System#getenv()} */
    public ConfigLoader(Map<String, String> environment) {
        this.environment = new Environment(environment);
    }

    /**
     * Reads a file.
     *
     * @param source called at most once
     * @throws ConfigException if the file cannot be read or anything in it cannot work
     */
    public <T extends FilterTypes> Loaded<T> load(Path file, FilterSource<T> source) throws ConfigException {
        return parse(read(file), file, source);
    }

    /**
     * The text of a file.
     *
     * @throws ConfigException if the file cannot be read
     */
    public static String read(Path file) throws ConfigException {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new ConfigException(List.of(Problem.of(file.toString(), "there is no such file")));
        } catch (CharacterCodingException e) {
            throw new ConfigException(List.of(Problem.of(file.toString(), "the file is not UTF-8")));
        } catch (IOException e) {
            throw new ConfigException(
                    List.of(Problem.of(file.toString(), "the file cannot be read: " + FileFailure.reason(e))));
        }
    }

    /**
     * Reads a text as if it were in a file.
     *
     * @param file for messages, and its directory for relative paths
     * @param source called at most once
     * @throws ConfigException if anything in the text cannot work
     */
    public <T extends FilterTypes> Loaded<T> parse(String yaml, Path file, FilterSource<T> source)
            throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        ConfigNode root = YamlReader.read(yaml, Place.of(file.toString()), environment, problems);
        if (root == null) {
            throw new ConfigException(problems);
        }
        Path directory = directoryOf(file);
        T filters = filters(root, directory, source, problems);
        RecordBinder binder = new RecordBinder(directory, filters, patterns, problems);
        GatewayConfig config = binder.bind(root, GatewayConfig.class);
        problems.addAll(CrossChecks.of(root, binder.scalars()));
        TlsChecks tls = TlsChecks.of(binder.scalars());
        problems.addAll(tls.problems());
        if (config == null || filters == null || !problems.isEmpty()) {
            throw new ConfigException(
                    problems.stream().distinct().sorted(IN_FILE_ORDER).toList());
        }
        List<Problem> warnings = new ArrayList<>(Warnings.of(config, binder.scalars()));
        warnings.addAll(tls.warnings());
        warnings.sort(IN_FILE_ORDER);
        Map<String, Place> places = new HashMap<>();
        binder.scalars().forEach(scalar -> places.put(scalar.place().path(), scalar.place()));
        return new Loaded<>(config, filters, warnings, file.toString(), places);
    }

    /**
     * The files of certificates and keys that a text names for listeners and clusters, whatever is wrong in it.
     *
     * @param file its directory for relative paths
     */
    public List<Path> tlsFiles(String yaml, Path file) {
        List<Problem> problems = new ArrayList<>();
        ConfigNode root = YamlReader.read(yaml, Place.of(file.toString()), environment, problems);
        if (root == null) {
            return List.of();
        }
        RecordBinder binder = new RecordBinder(directoryOf(file), null, patterns, problems);
        binder.bind(root, GatewayConfig.class);
        return TlsChecks.files(binder.scalars());
    }

    /**
     * Reads a text that is the configuration of one filter.
     *
     * @param name the name of the text in messages
     * @param directory the base of relative paths
     * @throws ConfigException if anything in the text cannot work, or nothing can be bound to the type
     */
    public <C extends Record> C parseFilter(String yaml, String name, Path directory, Class<C> configType)
            throws ConfigException {
        List<Problem> problems = new ArrayList<>();
        RecordCheck.problemsOf(configType).forEach(problem -> problems.add(new Problem(Place.inCode(""), problem)));
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        ConfigNode root = YamlReader.read(yaml, Place.of(name), environment, problems);
        C config = root == null ? null : new RecordBinder(directory, null, patterns, problems).bind(root, configType);
        if (config == null || !problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        return config;
    }

    /** The base directory of relative paths in a configuration file. */
    public static Path directoryOf(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    // Null if the plugins section or the plugins themselves have problems; those of the section are found again when
    // the whole file is bound.
    private <T extends FilterTypes> @Nullable T filters(
            ConfigNode root, Path directory, FilterSource<T> source, List<Problem> problems) {
        ConfigNode written = root.get("plugins");
        ConfigNode section = written == null ? Mapping.empty(root.place().key("plugins")) : written;
        RecordBinder binder = new RecordBinder(directory, null, patterns, new ArrayList<>());
        PluginsConfig plugins = binder.bind(section, PluginsConfig.class);
        if (plugins == null) {
            return null;
        }
        Path own = plugins.directory();
        if (own != null && !Files.isDirectory(own)) {
            binder.scalars().stream()
                    .filter(scalar -> scalar.value().equals(own))
                    .forEach(scalar -> problems.add(new Problem(scalar.place(), "there is no directory " + own)));
            return null;
        }
        try {
            return source.load(plugins);
        } catch (ConfigException e) {
            problems.addAll(e.problems());
            return null;
        }
    }
}

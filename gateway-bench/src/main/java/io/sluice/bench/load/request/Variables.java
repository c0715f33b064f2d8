package io.sluice.bench.load.request;

import io.sluice.bench.load.scenario.VariableSpec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A scenario's variables, ready to draw from; used by one thread at a time. */
final class Variables {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    private static final int DEFAULT_LENGTH = 8;
    private static final String SHIPPED = "shipped:";

    private final Map<String, Function<RandomGenerator, String>> sources = new TreeMap<>();

    /** @throws IllegalArgumentException if a variable is not well defined */
    Variables(Map<String, VariableSpec> specs) {
        specs.forEach((name, spec) -> sources.put(name, source(name, spec)));
    }

    /** The source of that name, or null. */
    @Nullable Function<RandomGenerator, String> find(String name) {
        return sources.get(name);
    }

    private static Function<RandomGenerator, String> source(String name, VariableSpec spec) {
        return switch (spec.type()) {
            case "list" -> from(name, spec.values());
            case "file" -> from(name, lines(Objects.requireNonNullElse(spec.path(), "")));
            case "sequence" -> sequence(spec);
            case "range" -> range(name, spec);
            case "uuid" -> random -> new UUID(random.nextLong(), random.nextLong()).toString();
            case "now" -> now(spec);
            case "random" -> random -> letters(random, Objects.requireNonNullElse(spec.length(), DEFAULT_LENGTH));
            default ->
                throw new IllegalArgumentException(
                        "variable " + name + ": type must be list, file, sequence, range, uuid, "
                                + "now or random, got '" + spec.type() + "'");
        };
    }

    private static Function<RandomGenerator, String> from(String name, @Nullable List<String> values) {
        if (values == null || values.isEmpty()) {
            throw new IllegalArgumentException("variable " + name + " has no values");
        }
        return random -> values.get(random.nextInt(values.size()));
    }

    private static List<String> lines(String path) {
        try (InputStream stored = open(path);
                InputStream bytes = path.endsWith(".gz") ? new GZIPInputStream(stored) : stored) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }

    private static InputStream open(String path) throws IOException {
        if (!path.startsWith(SHIPPED)) {
            return Files.newInputStream(Path.of(path));
        }
        InputStream shipped = Variables.class.getResourceAsStream("/scenarios/" + path.substring(SHIPPED.length()));
        if (shipped == null) {
            throw new NoSuchFileException(path);
        }
        return shipped;
    }

    private static Function<RandomGenerator, String> sequence(VariableSpec spec) {
        AtomicLong next = new AtomicLong(Objects.requireNonNullElse(spec.from(), 0L));
        long step = Objects.requireNonNullElse(spec.step(), 1L);
        return random -> Long.toString(next.getAndAdd(step));
    }

    private static Function<RandomGenerator, String> range(String name, VariableSpec spec) {
        long from = Objects.requireNonNullElse(spec.from(), 0L);
        long to = Objects.requireNonNullElse(spec.to(), from);
        if (to < from) {
            throw new IllegalArgumentException("variable " + name + ": to is below from");
        }
        return random -> Long.toString(random.nextLong(from, to + 1));
    }

    private static Function<RandomGenerator, String> now(VariableSpec spec) {
        String format = spec.format();
        if (format == null) {
            return random -> Instant.now().toString();
        }
        if (format.equals("epoch_millis")) {
            return random -> Long.toString(System.currentTimeMillis());
        }
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(format).withZone(ZoneOffset.UTC);
        return random -> formatter.format(Instant.now());
    }

    private static String letters(RandomGenerator random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}

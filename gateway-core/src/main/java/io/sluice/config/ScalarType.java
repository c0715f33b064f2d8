package io.sluice.config;

import io.sluice.api.ByteSize;
import io.sluice.api.CidrBlock;
import io.sluice.api.ClusterName;
import io.sluice.api.PathPattern;
import io.sluice.api.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A type whose values are written as a scalar.
 *
 * @param javaType the class of its values, boxed
 * @param name for people, as in "a duration"
 * @param example an example of a value
 * @param parser parses a value; the directory is the base of relative paths
 */
record ScalarType(Class<?> javaType, String name, String example, BiFunction<String, Path, Object> parser) {

    private static final Map<Class<?>, ScalarType> ALL = Stream.of(
                    of(Boolean.class, "boolean", "true", ScalarType::parseBoolean),
                    of(Integer.class, "integer", "8", ScalarType::parseInt),
                    of(Long.class, "integer", "8", ScalarType::parseLong),
                    of(Double.class, "number", "0.5", ScalarType::parseDouble),
                    of(String.class, "text", "abc", text -> text),
                    of(Duration.class, "duration", "30s", Durations::parse),
                    of(ByteSize.class, "size", "64KiB", ByteSize::parse),
                    of(URI.class, "URI", "http://127.0.0.1:9200", ScalarType::parseUri),
                    of(HostPort.class, "host:port", "127.0.0.1:8000", HostPort::parse),
                    of(CidrBlock.class, "CIDR block", "10.0.0.0/8", CidrBlock::parse),
                    of(PathPattern.class, "path pattern", "/{index}/_search", PathPattern::parse),
                    of(Pattern.class, "regular expression", "logs-.*", ScalarType::parsePattern),
                    of(Secret.class, "secret", "${PASSWORD}", Secret::new),
                    of(ClusterName.class, "cluster name", "primary", ClusterName::new),
                    new ScalarType(Path.class, "file path", "tls/key.pem", ScalarType::parsePath))
            .collect(Collectors.toUnmodifiableMap(ScalarType::javaType, Function.identity()));

    private static final Map<Class<?>, Class<?>> BOXES = Map.of(
            boolean.class, Boolean.class, int.class, Integer.class, long.class, Long.class, double.class, Double.class);

    private static final Pattern USER = Pattern.compile("^(\\w+://)?.*@", Pattern.DOTALL);

    private static ScalarType of(Class<?> type, String name, String example, Function<String, Object> parser) {
        return new ScalarType(type, name, example, (text, directory) -> parser.apply(text));
    }

    /** The scalar type of a class, or null if values of that class are not scalars. */
    static @Nullable ScalarType of(Class<?> type) {
        return ALL.get(BOXES.getOrDefault(type, type));
    }

    /**
     * Makes a value.
     *
     * @throws IllegalArgumentException if the text is not of the type, with a message that says what is expected
     */
    Object parse(String text, Path directory) {
        return parser.apply(text, directory);
    }

    boolean secret() {
        return javaType == Secret.class;
    }

    private static Object parseBoolean(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("expected true or false, not '" + text + "'");
        };
    }

    private static Object parseInt(String text) {
        long value = (long) parseLong(text);
        if (value != (int) value) {
            throw new IllegalArgumentException("the number is too large: " + text);
        }
        return (int) value;
    }

    private static Object parseLong(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a whole number, not '" + text + "'", e);
        }
    }

    private static Object parseDouble(String text) {
        try {
            double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number, not '" + text + "'", e);
        }
        throw new IllegalArgumentException("expected a finite number, not '" + text + "'");
    }

    private static Object parseUri(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "expected a URI such as http://127.0.0.1:9200, not '" + withoutUser(text) + "'", e);
        }
    }

    /** The text of an address for a message. If it cannot be parsed, a password may be anywhere before its last {@code @}. */
    static String withoutUser(String address) {
        return USER.matcher(address).replaceFirst("$1");
    }

    private static Object parsePattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "not a regular expression: " + e.getDescription() + " in '" + text + "'", e);
        }
    }

    private static Object parsePath(String text, Path directory) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("expected a file path, not an empty text");
        }
        try {
            return directory.resolve(text).normalize();
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("not a file path: " + e.getReason(), e);
        }
    }
}

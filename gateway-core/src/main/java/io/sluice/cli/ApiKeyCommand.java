package io.sluice.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice api-key}: makes a key for the file of the filter {@code api-key}. The secret is printed and kept nowhere. */
@Command(
        name = "api-key",
        description = "Makes a key for clients, and its line for the file of the filter api-key.",
        mixinStandardHelpOptions = true)
final class ApiKeyCommand implements Callable<Integer> {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_.@/-]{1,128}");
    private static final Pattern CLAIM = Pattern.compile("[A-Za-z0-9_.:/-]{1,128}");
    private static final String PLAIN = "._~@:/+-";
    /** As random as a key of SHA-256's own size. */
    private static final int SECRET_BYTES = 32;

    private static final int ID_BYTES = 15;

    @Option(names = "--id", paramLabel = "ID", description = "the key's id (20 random characters)")
    private @Nullable String id;

    @Option(names = "--name", paramLabel = "USER", description = "the name of the user whose key it is (the key's id)")
    private @Nullable String name;

    @Option(
            names = "--claim",
            paramLabel = "NAME=VALUE",
            description =
                    "something that later filters may ask for, as roles=reader; several values of one name are several options")
    private List<String> claims = new ArrayList<>();

    @Option(names = "--days", paramLabel = "N", description = "how long the key is valid (without end)")
    private @Nullable Integer days;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws NoSuchAlgorithmException {
        SecureRandom random = new SecureRandom();
        String ownId = id == null ? text(random, ID_BYTES) : id;
        if (!ID.matcher(ownId).matches()) {
            throw wrong("--id is at most 128 letters, digits and any of _ . @ / -");
        }
        String secret = text(random, SECRET_BYTES);
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.US_ASCII));
        StringBuilder line =
                new StringBuilder(ownId + " sha256:" + HexFormat.of().formatHex(hash));
        if (name != null) {
            line.append(" name=").append(escaped(name));
        }
        claims().forEach((claim, values) -> line.append(" claims.")
                .append(claim)
                .append('=')
                .append(values.stream().map(this::escaped).collect(Collectors.joining(","))));
        if (days != null) {
            line.append(" expires=").append(until(days));
        }
        String pair = ownId + ":" + secret;
        report(Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII)), line.toString());
        return ExitCode.OK;
    }

    private static String text(SecureRandom random, int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private Map<String, List<String>> claims() {
        Map<String, List<String>> byName = new LinkedHashMap<>();
        for (String claim : claims) {
            int equals = claim.indexOf('=');
            String of = equals < 0 ? "" : claim.substring(0, equals);
            if (!CLAIM.matcher(of).matches()) {
                throw wrong("--claim is written NAME=VALUE, with a name of letters, digits and any of _ . : / -");
            }
            byName.computeIfAbsent(of, first -> new ArrayList<>()).add(claim.substring(equals + 1));
        }
        return byName;
    }

    private Instant until(int after) {
        if (after < 1 || after > 36_500) {
            throw wrong("--days is 1 to 36500");
        }
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofDays(after));
    }

    private String escaped(String value) {
        if (value.isBlank() || value.chars().anyMatch(Character::isISOControl)) {
            throw wrong("names and values are not blank and have no control characters");
        }
        StringBuilder text = new StringBuilder();
        for (byte each : value.getBytes(StandardCharsets.UTF_8)) {
            if (each >= 0 && (Character.isLetterOrDigit(each) || PLAIN.indexOf(each) >= 0)) {
                text.append((char) each);
            } else {
                text.append('%').append(HexFormat.of().withUpperCase().toHexDigits(each));
            }
        }
        return text.toString();
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void report(String encoded, String line) {
        PrintWriter text = spec.commandLine().getOut();
        text.println("Clients send this; it is shown only now:");
        text.println();
        text.println("    Authorization: ApiKey " + encoded);
        text.println();
        text.println("Put this line into the file of the filter api-key:");
        text.println();
        text.println("    " + line);
        text.flush();
    }
}

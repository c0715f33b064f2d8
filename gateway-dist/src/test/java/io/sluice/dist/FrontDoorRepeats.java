package io.sluice.dist;

import io.sluice.api.Headers;
import io.sluice.dist.FrontDoorDifference.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;

/** Compares what the gateway's filters and a server read of headers that say who asks, each line of which may be repeated. */
final class FrontDoorRepeats {
    private static final List<String> NAMES = List.of(
            "Authorization",
            "X-Opaque-Id",
            "X-elastic-product-origin",
            "es-security-runas-user",
            "X-Forwarded-For",
            "X-HTTP-Method-Override");
    private static final List<String> VALUES = List.of(
            "a",
            "A",
            "b",
            "a, b",
            "a,b",
            "",
            "Basic YTpi",
            "Basic YTpi, Basic YTpj",
            "Bearer x",
            "\"a\"",
            "\u00e4",
            "127.0.0.1");

    private final Random random;
    private final ServerRepeatedHeaders server;

    FrontDoorRepeats(Random random, ServerRepeatedHeaders server) {
        this.random = random;
        this.server = server;
    }

    /** Compares one header, of no line to three. */
    void compare(FrontDoorTally tally) {
        String name = anyOf(NAMES);
        List<String> lines = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            lines.add(anyOf(VALUES));
        }
        Headers headers = Headers.empty();
        for (String line : lines) {
            headers = headers.and(name, line);
        }
        Optional<String> own = Optional.ofNullable(headers.get(name.toUpperCase(Locale.ROOT)));
        List<FrontDoorDifference> differences = new ArrayList<>();
        try {
            if (server.hasTasks() && !server.ofTasks(name, lines).equals(own)) {
                differences.add(FrontDoorDifference.of(Kind.HEADER));
            }
        } catch (IllegalArgumentException e) {
            tally.refusedByServer();
            return;
        }
        if (!server.ofHandlers(name, lines).equals(own)) {
            differences.add(FrontDoorDifference.of(Kind.HEADER));
        }
        tally.compared(name + " " + lines, differences);
    }

    private <T> T anyOf(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}

package io.sluice.cli;

import io.netty.util.NetUtil;
import io.sluice.api.Headers;
import io.sluice.config.ConfigException;
import io.sluice.config.ListenerConfig;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sluice explain}: what would happen to a request, and why; nothing is sent. */
@Command(
        name = "explain",
        description = "Says which way a request takes through a configuration, and why.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

    @Parameters(paramLabel = "REQUEST", description = "method and target in one word, as in 'POST /logs/_bulk'")
    private String request;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "HEADER",
            description = "a header of the request, as in 'Authorization: Basic ...'")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = {"-d", "--data"},
            paramLabel = "BODY",
            description = "the request's body")
    private @Nullable String body;

    @Option(
            names = {"-l", "--listener"},
            paramLabel = "NAME",
            description = "the listener that accepts the request; all of them if it is left out")
    private @Nullable String listener;

    @Option(
            names = "--client",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "the client's IP address; 127.0.0.1 if it is left out")
    private String client;

    @Mixin
    private ConfigOption config;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws ConfigException {
        String[] words = words();
        Headers given = given();
        InetSocketAddress address = client();
        byte[] bytes = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
        try (Preview preview = Preview.of(config)) {
            PrintWriter out = spec.commandLine().getOut();
            for (ListenerConfig accepting : listeners(preview)) {
                new Explanation(preview, accepting, words)
                        .lines(given, bytes, address)
                        .forEach(out::println);
            }
            out.flush();
        }
        return ExitCode.OK;
    }

    private List<ListenerConfig> listeners(Preview preview) {
        List<ListenerConfig> chosen = preview.config().listeners().stream()
                .filter(candidate -> listener == null || candidate.name().equals(listener))
                .toList();
        if (chosen.isEmpty()) {
            throw usage("there is no listener '" + listener + "'");
        }
        return chosen;
    }

    /** The method and the target. */
    private String[] words() {
        String[] words = request.strip().split("\\s+");
        if (words.length != 2) {
            throw usage("a request is written 'METHOD /path', as in 'POST /logs/_bulk'");
        }
        words[0] = words[0].toUpperCase(Locale.ROOT);
        return words;
    }

    private Headers given() {
        Headers all = Headers.empty();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 0) {
                throw usage("a header is written 'Name: value', not '" + header + "'");
            }
            try {
                all = all.and(
                        header.substring(0, colon).strip(),
                        header.substring(colon + 1).strip());
            } catch (IllegalArgumentException e) {
                throw usage(String.valueOf(e.getMessage()));
            }
        }
        return all;
    }

    private InetSocketAddress client() {
        InetAddress address = NetUtil.createInetAddressFromIpAddressString(client);
        if (address == null) {
            throw usage("not an IP address: " + client);
        }
        return new InetSocketAddress(address, 0);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}

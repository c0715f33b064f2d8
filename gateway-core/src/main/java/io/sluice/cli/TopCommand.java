package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice top}: what the admin endpoint's page shows, in a terminal. */
@Command(
        name = "top",
        description = "Shows what a running gateway does: problems, rates, times, nodes, slow requests.",
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final long EVERY_MILLIS = 2_000;
    private static final String HOME_AND_CLEAR = "\033[H\033[2J";

    @Mixin
    private AdminOption admin;

    @Option(names = "--once", description = "print once and end")
    private boolean once;

    @Option(
            names = "--user",
            paramLabel = "NAME:PASSWORD",
            defaultValue = "${env:SLUICE_ADMIN_USER}",
            description = "credentials; better SLUICE_ADMIN_USER in the environment, since others may see arguments")
    private @Nullable String user;

    @Option(
            names = "--token",
            defaultValue = "${env:SLUICE_ADMIN_TOKEN}",
            description = "token; better SLUICE_ADMIN_TOKEN in the environment")
    private @Nullable String token;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        HttpRequest request = request();
        boolean redraw = !once && isTerminal();
        PrintWriter out = spec.commandLine().getOut();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
            while (true) {
                String screen = TopScreen.of(ask(client, request));
                out.print(redraw ? HOME_AND_CLEAR + screen : screen);
                out.flush();
                if (once || out.checkError()) {
                    return ExitCode.OK;
                }
                Thread.sleep(EVERY_MILLIS);
            }
        }
    }

    // Java 21 cannot tell: its Console is about the input too.
    private static boolean isTerminal() {
        try {
            String output = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return output.startsWith("/dev/pts/") || output.startsWith("/dev/tty");
        } catch (IOException e) {
            return false;
        }
    }

    private HttpRequest request() {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(admin.page("/overview")).timeout(PATIENCE);
        request.header("Accept", "application/json");
        try {
            if (token != null && !token.isEmpty()) {
                request.header("Authorization", "Bearer " + token);
            } else if (user != null && !user.isEmpty()) {
                byte[] pair = user.getBytes(StandardCharsets.UTF_8);
                request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
            }
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "credentials have no line ends", e);
        }
        return request.build();
    }

    private JsonNode ask(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new IOException("no gateway answers at " + admin + ": the connection was not accepted", e);
        } catch (HttpTimeoutException e) {
            throw new IOException("no gateway answers at " + admin + " within " + PATIENCE.toSeconds() + " s", e);
        }
        if (answer.statusCode() != 200) {
            throw new IOException(problem(answer.statusCode()));
        }
        return new ObjectMapper().readTree(answer.body());
    }

    private String problem(int status) {
        return switch (status) {
            case 401 -> admin + " wants credentials: set SLUICE_ADMIN_TOKEN, or SLUICE_ADMIN_USER to name:password";
            case 404 -> admin + " has no page /overview; is it the admin endpoint of Sluice?";
            default -> admin + " answered with status " + status;
        };
    }
}

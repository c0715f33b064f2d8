package io.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice health}: asks a running gateway's admin endpoint, for machines and images without any other client. */
@Command(
        name = "health",
        description = "Asks the admin endpoint of a running gateway; ends with 0 if it is healthy, else with 1.",
        mixinStandardHelpOptions = true)
final class HealthCommand implements Callable<Integer> {

    @Mixin
    private AdminOption admin;

    @Option(names = "--ready", description = "asks whether clients should be sent there, not only whether it answers")
    private boolean ready;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "how long connecting, and then the answer, may take each (${DEFAULT-VALUE})")
    private int seconds;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        URL page = page();
        int status;
        try {
            status = ask(page);
        } catch (IOException e) {
            throw new IOException(page + " gives no answer: " + e.getMessage(), e);
        }
        boolean healthy = status == HttpURLConnection.HTTP_OK;
        spec.commandLine().getOut().println(page + ": " + status);
        return healthy ? ExitCode.OK : ExitCode.FAILED;
    }

    private URL page() throws IOException {
        if (seconds < 1) {
            throw new ParameterException(spec.commandLine(), "--timeout is at least 1");
        }
        return admin.page(ready ? "/health/ready" : "/health/live").toURL();
    }

    private int ask(URL page) throws IOException {
        int millis = Math.toIntExact(Duration.ofSeconds(seconds).toMillis());
        // The endpoint is on this machine or its own network: a proxy of the environment is not meant for it.
        HttpURLConnection connection = (HttpURLConnection) page.openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(millis);
        connection.setReadTimeout(millis);
        connection.setInstanceFollowRedirects(false);
        try {
            int status = connection.getResponseCode();
            InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream();
            if (body != null) {
                body.close();
            }
            return status;
        } finally {
            connection.disconnect();
        }
    }
}

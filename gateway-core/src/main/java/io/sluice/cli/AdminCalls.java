package io.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.admin.AdminServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;

/** Asks a running gateway's admin endpoint. For one thread. */
final class AdminCalls implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** Enough to be told that the gateway takes too long. */
    private static final Duration LONG_PATIENCE = AdminServer.LONGEST_ANSWER.plusSeconds(10);

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final AdminOption admin;
    private final AdminCredentials credentials;
    private static final int UNAVAILABLE = 503;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** The gateway has done nothing of what it was asked for: it said so, or there is none. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    AdminCalls(AdminOption admin, AdminCredentials credentials) {
        this.admin = admin;
        this.credentials = credentials;
    }

    /** What a page says. */
    JsonNode get(String page) throws IOException, InterruptedException {
        return ask(page, PATIENCE, request(page).GET());
    }

    /** What a page says that may wait for its turn. */
    JsonNode getLong(String page) throws IOException, InterruptedException {
        return ask(page, LONG_PATIENCE, request(page).GET());
    }

    /** What a page says that changes something. */
    JsonNode post(String page) throws IOException, InterruptedException {
        return ask(page, LONG_PATIENCE, request(page).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private HttpRequest.Builder request(String page) {
        HttpRequest.Builder request = HttpRequest.newBuilder(admin.page(page));
        request.header("Accept", "application/json");
        credentials.addTo(request);
        return request;
    }

    private JsonNode ask(String page, Duration patience, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<String> answer;
        try {
            answer = client.send(request.timeout(patience).build(), HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException e) {
            throw new RefusedException("no gateway answers at " + admin + ": the connection was not accepted");
        } catch (HttpTimeoutException e) {
            throw new IOException("no gateway answers at " + admin + " within " + patience.toSeconds() + " s", e);
        }
        int status = answer.statusCode();
        if (status >= 400 && status < 500 || status == UNAVAILABLE) {
            throw new RefusedException(problem(page, answer));
        }
        if (status != 200) {
            throw new IOException(problem(page, answer));
        }
        return MAPPER.readTree(answer.body());
    }

    private String problem(String page, HttpResponse<String> answer) throws IOException {
        return switch (answer.statusCode()) {
            case 401 -> admin + " wants credentials: set SLUICE_ADMIN_TOKEN, or SLUICE_ADMIN_USER to name:password";
            case 404 -> admin + " has no page " + page + "; is it the admin endpoint of Sluice?";
            default -> admin + " answered with status " + answer.statusCode() + reason(answer.body());
        };
    }

    private static String reason(String body) {
        try {
            String reason = MAPPER.readTree(body).path("error").path("reason").asText();
            return reason.isEmpty() ? "" : ": " + reason;
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public void close() {
        client.close();
    }
}

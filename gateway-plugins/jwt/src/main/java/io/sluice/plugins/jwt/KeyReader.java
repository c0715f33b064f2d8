package io.sluice.plugins.jwt;

import io.sluice.api.check.TrustedAuthorities;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads the text of a JWK set. Blocks, for {@link #PATIENCE} at most; thread-safe. */
interface KeyReader extends AutoCloseable {

    int MAX_BYTES = 1 << 20;
    Duration PATIENCE = Duration.ofSeconds(5);

    /**
     * Reads the text as it is now.
     *
     * @throws IOException if it cannot be read, or is longer than 1 MiB
     */
    String read() throws IOException;

    @Override
    default void close() {}

    /**
     * A reader of that place.
     *
     * @throws IOException if the authorities of its server cannot be read
     */
    static KeyReader of(KeysAt place) throws IOException {
        return switch (place) {
            case KeysAt.File file -> () -> readFile(file.path());
            case KeysAt.Url url -> new OfServer(url);
        };
    }

    private static String readFile(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Reading a pipe would wait for whoever writes to it.
            throw new FileSystemException(path.toString(), null, "this is not a regular file");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return text(in, path.toString());
        }
    }

    private static String text(InputStream in, String from) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new IOException(from + " is longer than " + MAX_BYTES + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Asks a server; follows no redirect. */
    final class OfServer implements KeyReader {
        private final HttpRequest request;
        private final HttpClient client;

        OfServer(KeysAt.Url url) throws IOException {
            this.request = HttpRequest.newBuilder(url.address())
                    .timeout(PATIENCE)
                    .header("Accept", "application/json")
                    .build();
            this.client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(PATIENCE)
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .sslContext(TrustedAuthorities.of(url.ca()))
                    .build();
        }

        @Override
        public String read() throws IOException {
            long begun = System.nanoTime();
            try {
                HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
                try (InputStream body = answer.body()) {
                    // The request's own timeout ends with the head, and the body may come a byte a minute.
                    long left = PATIENCE.toNanos() - (System.nanoTime() - begun);
                    CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS)
                            .execute(() -> close(body));
                    if (answer.statusCode() != 200) {
                        throw new IOException(request.uri() + " answers with " + answer.statusCode());
                    }
                    return text(body, request.uri().toString());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while " + request.uri() + " was read", e);
            }
        }

        private static void close(InputStream body) {
            try {
                body.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            client.shutdownNow();
        }
    }
}

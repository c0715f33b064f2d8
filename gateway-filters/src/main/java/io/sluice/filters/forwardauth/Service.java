package io.sluice.filters.forwardauth;

import io.sluice.api.FilterMeters;
import io.sluice.api.check.Deadline;
import io.sluice.api.check.TrustedAuthorities;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the service. It blocks until its deadline at most, follows no redirect, and uses no proxy; thread-safe. */
final class Service implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Service.class);
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();

    private final ForwardAuthConfig config;
    private final Answers answers;
    private final HttpClient client;
    private final FilterMeters.Counter asked;
    private final FilterMeters.Counter failures;
    private final FilterMeters.Timer duration;
    private final AtomicLong logged = new AtomicLong(System.nanoTime() - PAUSE);

    /** @throws IOException if the authorities cannot be read */
    Service(ForwardAuthConfig config, FilterMeters meters) throws IOException {
        this.config = config;
        this.answers = new Answers(config);
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(config.timeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(TrustedAuthorities.of(config.ca()))
                .build();
        this.asked = meters.counter("asked_requests", "Requests that the service was asked about");
        this.failures = meters.counter("service_failures", "Requests about which the service said nothing that counts");
        this.duration = meters.timer("service_answer", "Time that the service took for an answer");
    }

    Verdict ask(Question question, Deadline deadline) {
        if (deadline.isOver()) {
            return new Verdict.Unavailable();
        }
        long start = System.nanoTime();
        asked.increment();
        try {
            HttpResponse<Boolean> answer = send(request(question), deadline);
            return answers.read(answer.statusCode(), answer.headers());
        } catch (IOException e) {
            return failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(e);
        } finally {
            duration.record(System.nanoTime() - start);
        }
    }

    private HttpRequest request(Question question) {
        HttpRequest.Builder request = HttpRequest.newBuilder(config.address()).GET();
        question.about().forEach(each -> request.setHeader(each.name(), each.value()));
        question.shown().forEach(each -> request.header(each.name(), each.value()));
        return request.build();
    }

    // The client's own timeout ends with the head of the answer, and its body may come a byte a minute.
    private HttpResponse<Boolean> send(HttpRequest request, Deadline deadline)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<Boolean>> answer = client.sendAsync(request, head -> new BoundedBody());
        try {
            return answer.get(deadline.millis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("the service does not answer in time", e);
        } catch (ExecutionException | CancellationException e) {
            throw new IOException("the service cannot be asked", e);
        } finally {
            answer.cancel(true);
        }
    }

    private Verdict failed(Exception problem) {
        failures.increment();
        long last = logged.get();
        long now = System.nanoTime();
        if (now - last >= PAUSE && logged.compareAndSet(last, now)) {
            LOG.atWarn()
                    .addKeyValue("address", config.address())
                    .setCause(problem)
                    .log("the service that decides about requests cannot be asked");
        }
        return new Verdict.Unavailable();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

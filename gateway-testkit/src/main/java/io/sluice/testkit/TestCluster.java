package io.sluice.testkit;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.AnswerTooLongException;
import io.sluice.api.ClusterAnswer;
import io.sluice.api.ClusterReader;
import io.sluice.api.ClusterResponse;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A cluster that answers filters' questions as a test says; at first none is answered. May be asked from any thread. */
public final class TestCluster implements ClusterReader {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final RequestTarget BULK = RequestTarget.parse("/_bulk");
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private final String name;
    private final List<RequestTarget> asked = new CopyOnWriteArrayList<>();
    private final List<String> shown = new CopyOnWriteArrayList<>();
    private final List<String> opaqueIds = new CopyOnWriteArrayList<>();
    private volatile Answers answers = target -> null;
    private volatile AnswersToClients answersToClients = authorization -> null;
    private volatile AnswersToRequests answersToRequests = (method, target, body) -> null;
    private volatile boolean credentials = true;
    private volatile boolean key;
    private volatile boolean available = true;
    private volatile Duration every = Duration.ofSeconds(30);
    private volatile int longest = Integer.MAX_VALUE;

    /** What a cluster says. */
    @FunctionalInterface
    public interface Answers {
        /** The JSON object that it answers a question with; null if it does not answer. */
        @Nullable String to(RequestTarget target);
    }

    /** What a cluster says to clients. */
    @FunctionalInterface
    public interface AnswersToClients {
        /** The answer to a question of a client with these credentials; null if there is none. */
        @Nullable ClusterAnswer to(String authorization);
    }

    /** What a cluster says to requests of filters. */
    @FunctionalInterface
    public interface AnswersToRequests {
        /** The answer to a request; null if there is none. May be asked from several threads. */
        @Nullable ClusterResponse to(String method, RequestTarget target, String body);
    }

    /** A cluster of that name. */
    public TestCluster(String name) {
        this.name = name;
    }

    /** Has the cluster answer so from now on. */
    public TestCluster answering(Answers given) {
        answers = given;
        return this;
    }

    /** Has the cluster answer so from now on where it is asked as a client. */
    public TestCluster answeringClients(AnswersToClients given) {
        answersToClients = given;
        return this;
    }

    /** Has the cluster answer requests of filters so from now on. */
    public TestCluster answeringRequests(AnswersToRequests given) {
        answersToRequests = given;
        return this;
    }

    /** The gateway has no credentials of its own there; without this call it has. */
    public TestCluster withoutCredentials() {
        credentials = false;
        return this;
    }

    /** The gateway has an API key there; without this call it has a user and a password. */
    public TestCluster withApiKey() {
        key = true;
        return this;
    }

    /** Has longer answers to questions, in characters, be refused from now on; without this call none is. */
    public TestCluster answeringUpTo(int characters) {
        longest = characters;
        return this;
    }

    /** How often it is looked at; without this call each 30 seconds, as by default. */
    public TestCluster lookedAtEvery(Duration pause) {
        every = pause;
        return this;
    }

    /** Has nodes of the cluster be available to requests from now on, or all of them left out; whether it answers questions stays. */
    public void available(boolean now) {
        available = now;
    }

    /** Has the cluster not answer from now on. */
    public void silence() {
        answers = target -> null;
        answersToClients = authorization -> null;
        answersToRequests = (method, target, body) -> null;
    }

    /** The values of {@code Authorization} with which the cluster was asked as a client, in order. */
    public List<String> shown() {
        return List.copyOf(shown);
    }

    /** The values of {@code X-Opaque-Id} of bulks, in order. */
    public List<String> opaqueIds() {
        return List.copyOf(opaqueIds);
    }

    /** What was asked, in order. */
    public List<RequestTarget> asked() {
        return List.copyOf(asked);
    }

    @Override
    public String cluster() {
        return name;
    }

    @Override
    public Duration every() {
        return every;
    }

    /** True, unless the test has said otherwise. */
    @Override
    public boolean isAvailable() {
        return available;
    }

    @Override
    public Map<String, @Nullable Object> get(RequestTarget target) throws IOException {
        asked.add(target);
        String answer = answers.to(target);
        if (answer == null) {
            throw new IOException("the test has the cluster " + name + " not answer " + target);
        }
        if (answer.length() > longest) {
            throw new AnswerTooLongException("the answer to " + target + " is too long");
        }
        return MAPPER.readValue(answer, OBJECT);
    }

    @Override
    public ClusterAnswer getAs(String authorization, RequestTarget target, Duration timeout) throws IOException {
        asked.add(target);
        shown.add(authorization);
        ClusterAnswer answer = answersToClients.to(authorization);
        if (answer == null) {
            throw new IOException("the test has the cluster " + name + " not answer " + target);
        }
        return answer;
    }

    @Override
    public ClusterResponse send(
            String method, RequestTarget target, @Nullable String contentType, byte[] body, Bounds bounds)
            throws IOException {
        asked.add(target);
        ClusterResponse answer = answersToRequests.to(method, target, new String(body, StandardCharsets.UTF_8));
        if (answer == null) {
            throw new IOException("the test has the cluster " + name + " not answer " + method + " " + target);
        }
        if (answer.body().length > bounds.maxBytes()) {
            throw new AnswerTooLongException("the answer to " + method + " " + target + " is too long");
        }
        return answer;
    }

    @Override
    public ClusterResponse bulk(byte[] lines, String opaqueId, Bounds bounds) throws IOException {
        opaqueIds.add(opaqueId);
        return send("POST", BULK, "application/x-ndjson", lines, bounds);
    }

    @Override
    public boolean hasCredentials() {
        return credentials;
    }

    @Override
    public boolean canRunAs() {
        return credentials && !key;
    }
}

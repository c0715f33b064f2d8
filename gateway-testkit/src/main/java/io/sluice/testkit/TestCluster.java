package io.sluice.testkit;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.ClusterReader;
import io.sluice.api.RequestTarget;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A cluster that answers filters' questions as a test says; at first none is answered. May be asked from any thread. */
public final class TestCluster implements ClusterReader {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final TypeReference<Map<String, @Nullable Object>> OBJECT = new TypeReference<>() {};

    private final String name;
    private final List<RequestTarget> asked = new CopyOnWriteArrayList<>();
    private volatile Answers answers = target -> null;

    /** What a cluster says. */
    @FunctionalInterface
    public interface Answers {
        /** The JSON object that it answers a question with; null if it does not answer. */
        @Nullable String to(RequestTarget target);
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

    /** Has the cluster not answer from now on. */
    public void silence() {
        answers = target -> null;
    }

    /** What was asked, in order. */
    public List<RequestTarget> asked() {
        return List.copyOf(asked);
    }

    @Override
    public String cluster() {
        return name;
    }

    /** 30 seconds, as by default. */
    @Override
    public Duration every() {
        return Duration.ofSeconds(30);
    }

    @Override
    public Map<String, @Nullable Object> get(RequestTarget target) throws IOException {
        asked.add(target);
        String answer = answers.to(target);
        if (answer == null) {
            throw new IOException("the test has the cluster " + name + " not answer " + target);
        }
        return MAPPER.readValue(answer, OBJECT);
    }
}

package io.sluice.bench.load.request;

import io.sluice.bench.load.scenario.RequestSpec;
import io.sluice.bench.load.scenario.Scenario;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Renders a scenario's requests, the same ones for the same seed; used by one thread. */
public final class RequestBuilder {
    private final List<Compiled> byWeight = new ArrayList<>();
    private final String host;
    private final SplittableRandom random;

    private record Compiled(
            RequestSpec spec,
            Template path,
            Map<String, Template> headers,
            @Nullable Template body,
            @Nullable Template lines,
            int count) {}

    /**
     * Checks and compiles every template.
     *
     * @param host the {@code Host} header
     * @throws IllegalArgumentException if a template names an unknown variable
     */
    public RequestBuilder(Scenario scenario, String host) {
        this.host = host;
        this.random = new SplittableRandom(scenario.seed());
        Variables variables = new Variables(scenario.variables());
        for (RequestSpec spec : scenario.requests()) {
            Compiled compiled = compile(spec, variables);
            for (int i = 0; i < spec.weight(); i++) {
                byWeight.add(compiled);
            }
        }
    }

    /** The next request; the caller owns its buffer. */
    public PreparedRequest next() {
        Compiled one = byWeight.get(random.nextInt(byWeight.size()));
        StringBuilder text = new StringBuilder();
        if (one.body != null) {
            one.body.render(random, text);
        }
        if (one.lines != null) {
            for (int i = 0; i < one.count; i++) {
                one.lines.render(random, text);
            }
        }
        byte[] plain = text.toString().getBytes(StandardCharsets.UTF_8);
        byte[] body = one.spec.gzip() ? gzip(plain) : plain;
        return PreparedRequest.of(one.spec, head(one, body.length), body, plain.length);
    }

    private String head(Compiled one, int length) {
        StringBuilder head = new StringBuilder(256).append(one.spec.method()).append(' ');
        one.path.render(random, head);
        head.append(" HTTP/1.1\r\nHost: ").append(host).append("\r\n");
        one.headers.forEach((name, value) -> {
            head.append(name).append(": ");
            value.render(random, head);
            head.append("\r\n");
        });
        if (length > 0 || !"GET".equals(one.spec.method()) && !"HEAD".equals(one.spec.method())) {
            head.append("Content-Length: ").append(length).append("\r\n");
        }
        return head.append("\r\n").toString();
    }

    private static Compiled compile(RequestSpec spec, Variables variables) {
        Map<String, String> headers = new LinkedHashMap<>();
        boolean hasBody = spec.body() != null || spec.lines() != null;
        if (hasBody) {
            headers.put("Content-Type", spec.lines() == null ? "application/json" : "application/x-ndjson");
        }
        if (spec.gzip()) {
            headers.put("Content-Encoding", "gzip");
        }
        if (spec.auth() != null) {
            String pair = spec.auth().username() + ":" + spec.auth().password();
            headers.put(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        }
        headers.putAll(spec.headers());
        Map<String, Template> compiled = new LinkedHashMap<>();
        headers.forEach((name, value) -> compiled.put(name, new Template(value, variables)));
        RequestSpec.Lines lines = spec.lines();
        return new Compiled(
                spec,
                new Template(spec.path(), variables),
                compiled,
                spec.body() == null ? null : new Template(spec.body(), variables),
                lines == null ? null : new Template(lines.template(), variables),
                lines == null ? 0 : lines.count());
    }

    private static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length / 4 + 64);
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}

package io.sluice.testkit;

import io.sluice.api.ExchangeKey;
import io.sluice.api.ExchangeSummary;
import io.sluice.api.Headers;
import io.sluice.api.Principal;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Describes an exchange, and runs it as often as wanted. Without more it is a plain request from 127.0.0.1 without a body. */
public final class HarnessCall {

    private static final int RANDOM_SPLITS = 25;
    private static final int CLIENT_PORT = 40_000;

    private final FilterHarness harness;
    private final int number;
    private final String method;
    private final RequestTarget target;
    private final Map<ExchangeKey<?>, Object> facts = new HashMap<>();
    private Headers headers = Headers.empty();
    private byte[] body = {};
    private InetSocketAddress client = new InetSocketAddress(InetAddress.getLoopbackAddress(), CLIENT_PORT);
    private boolean secure;
    private ExchangeSummary.@Nullable Bulk bulk;
    private @Nullable String told;
    private Reply upstream = new Reply(200, Headers.of("Content-Type", "application/json"), utf8("{}"));

    HarnessCall(FilterHarness harness, int number, String method, String target) {
        this.number = number;
        this.harness = harness;
        this.method = method;
        this.target = RequestTarget.parse(target);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Adds a header; the same name may be added again. */
    public HarnessCall header(String name, String value) {
        headers = headers.and(name, value);
        return this;
    }

    /** Sets the body, as UTF-8. */
    public HarnessCall body(String text) {
        return body(utf8(text));
    }

    /** Sets the body; the array is not copied. */
    public HarnessCall body(byte[] bytes) {
        body = bytes;
        return this;
    }

    /** How the bulk was regrouped, as the filter is told at the end; without it nothing was. */
    public HarnessCall regrouped(ExchangeSummary.Bulk told) {
        bulk = told;
        return this;
    }

    /** The failure of which the filter is told at the end, in kebab-case, though the request went out; without it what the filter did decides. */
    public HarnessCall failing(String failure) {
        told = failure;
        return this;
    }

    /** Null if the run decides. */
    @Nullable String told() {
        return told;
    }

    ExchangeSummary.@Nullable Bulk bulk() {
        return bulk;
    }

    /** Compresses the body set before, and says so in {@code Content-Encoding}. */
    public HarnessCall gzip() {
        body = Gzip.compress(body);
        headers = headers.with("Content-Encoding", "gzip");
        return this;
    }

    /** Sets the client's address, an IP literal. */
    public HarnessCall client(String address) {
        try {
            client = new InetSocketAddress(InetAddress.getByName(address), CLIENT_PORT);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("not an IP address: " + address, e);
        }
        return this;
    }

    /** The client comes through TLS. */
    public HarnessCall secure() {
        secure = true;
        return this;
    }

    /** The request comes from a user whom a filter before has authenticated. */
    public HarnessCall principal(String name) {
        return fact(ExchangeKey.PRINCIPAL, new Principal(name, "test"));
    }

    /** A filter before has noted a fact. */
    public <T> HarnessCall fact(ExchangeKey<T> key, T value) {
        facts.put(key, value);
        return this;
    }

    /** What the cluster answers where the request reaches it; without a call, 200 and an empty JSON object. */
    public HarnessCall upstream(int status, String contentType, String text) {
        return upstream(new Reply(status, Headers.of("Content-Type", contentType), utf8(text)));
    }

    /** What the cluster answers where the request reaches it. */
    public HarnessCall upstream(Reply answer) {
        upstream = answer;
        return this;
    }

    /** Runs the exchange once, each body in one chunk. */
    public HarnessResult send() {
        return new HarnessRun(harness, this, Split.WHOLE).run();
    }

    /**
     * Runs the exchange with its bodies whole, byte by byte and cut at random, each time anew, and checks that the results are the
     * same. The seed of the cuts stands in the message if they are not; {@code -Dsluice.testkit.seed=N} sets it.
     *
     * @return the result
     * @throws AssertionError if two results differ
     */
    public HarnessResult everySplit() {
        HarnessResult whole = send();
        check(whole, Split.BYTES);
        SplittableRandom seeds = new SplittableRandom(Long.getLong("sluice.testkit.seed", System.nanoTime()));
        for (int i = 0; i < RANDOM_SPLITS; i++) {
            check(whole, Split.random(seeds.nextInt(Integer.MAX_VALUE)));
        }
        return whole;
    }

    private void check(HarnessResult whole, Split split) {
        HarnessResult result;
        try {
            result = new HarnessRun(harness, this, split).run();
        } catch (AssertionError e) {
            throw new AssertionError("bodies " + split.name() + ": " + e.getMessage(), e);
        }
        if (!result.describe().equals(whole.describe())) {
            throw new AssertionError("bodies " + split.name() + " give\n" + result.describe()
                    + "\nbut whole ones give\n" + whole.describe());
        }
    }

    /** What the filter says about its decision, as {@code sluice explain} shows it; empty where the plan says it all. */
    public String explain() {
        TestExchange exchange = newExchange();
        harness.filter().onRequest(head(), exchange);
        return harness.filter().explain(head(), exchange);
    }

    RequestHead head() {
        return new RequestHead(method, target, headers);
    }

    byte[] body() {
        return body;
    }

    Reply upstream() {
        return upstream;
    }

    TestExchange newExchange() {
        TestExchange exchange = new TestExchange(
                "test-" + number, head(), client, secure, harness.context().clusters());
        exchange.putAll(facts);
        return exchange;
    }
}

package io.sluice.cli;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.api.Reply;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Describes a filter's plan for a request in words. For one plan and thread. */
final class PlanExplanation {

    private final RequestHead before;
    private final byte[] body;
    private final Duration timeout;
    private final List<String> steps = new ArrayList<>();

    PlanExplanation(RequestHead before, byte[] body, Duration timeout) {
        this.before = before;
        this.body = body;
        this.timeout = timeout;
    }

    /** The plan after everything it waits for has arrived. */
    RequestPlan settle(RequestPlan plan) {
        return switch (plan) {
            case RequestPlan.Later<?> later -> settle(await(later));
            case RequestPlan.Aggregate aggregate -> {
                steps.add("collects the body, at most " + aggregate.maxBytes() + " bytes");
                RequestPlan next = ofBody(aggregate.then());
                while (next instanceof RequestPlan.Aggregate inner) {
                    next = ofBody(inner.then());
                }
                yield settle(next);
            }
            case RequestPlan.FirstLine line -> {
                steps.add("waits for the body's first line, at most " + line.maxBytes() + " bytes");
                yield settle(ofBody(line.then()));
            }
            default -> plan;
        };
    }

    private RequestPlan ofBody(Function<ByteBuf, RequestPlan> then) {
        ByteBuf lent = Unpooled.wrappedBuffer(body);
        try {
            return then.apply(lent);
        } finally {
            lent.release();
        }
    }

    private <T> RequestPlan await(RequestPlan.Later<T> later) {
        steps.add("waits for work on another thread");
        try {
            T value = later.stage().toCompletableFuture().get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return later.then().apply(value);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the filter's plan did not come: " + e, e);
        }
    }

    /** What the settled plan does. */
    String text(RequestPlan settled) {
        steps.add(
                switch (settled) {
                    case RequestPlan.Pass pass -> "passes it on untouched";
                    case RequestPlan.Head head -> "changes the head only";
                    case RequestPlan.Json json -> "edits the body as one JSON value while it streams";
                    case RequestPlan.Ndjson ndjson -> "edits each line of the body as JSON while it streams";
                    case RequestPlan.Bulk bulk -> "decides about each item of the bulk while it streams";
                    case RequestPlan.Watch watch -> "looks into the body, which goes on as it is";
                    case RequestPlan.Stream stream -> "transforms the body's bytes while they stream";
                    case RequestPlan.Answer answer -> answer(answer.reply());
                    case RequestPlan.Aggregate aggregate -> throw new IllegalStateException("not settled");
                    case RequestPlan.FirstLine line -> throw new IllegalStateException("not settled");
                    case RequestPlan.Later<?> later -> throw new IllegalStateException("not settled");
                });
        RequestHead after = head(settled, before);
        if (!after.method().equals(before.method()) || !after.target().equals(before.target())) {
            steps.add("the request becomes " + after.method() + " " + after.target());
        }
        Set<String> changed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        before.headers().forEach((name, value) -> changed.add(name));
        after.headers().forEach((name, value) -> changed.add(name));
        changed.removeIf(
                name -> before.headers().all(name).equals(after.headers().all(name)));
        if (!changed.isEmpty()) {
            steps.add("other values of the headers " + String.join(", ", changed));
        }
        return String.join("; ", steps);
    }

    /** An answer in words. */
    static String answer(Reply reply) {
        return "answers " + reply.status() + " " + new String(reply.body(), StandardCharsets.UTF_8).strip();
    }

    /** The head that the next filter sees. */
    static RequestHead head(RequestPlan settled, RequestHead before) {
        return switch (settled) {
            case RequestPlan.Head plan -> plan.head();
            case RequestPlan.Json plan -> plan.head();
            case RequestPlan.Ndjson plan -> plan.head();
            case RequestPlan.Bulk plan -> plan.head();
            case RequestPlan.Stream plan -> plan.head();
            case RequestPlan.Watch watch -> watch.head();
            default -> before;
        };
    }
}

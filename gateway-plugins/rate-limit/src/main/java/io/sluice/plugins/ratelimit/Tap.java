package io.sluice.plugins.ratelimit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What this gateway has drawn from one shared bucket, and who waits for more. Tokens are drawn before they are granted, a batch at
 * a time and one drawing after the other, so that few requests wait for Redis and all gateways together never grant more than the
 * bucket had; {@link #takeUpTo} alone may owe it a bounded number for the time of a drawing, if the bucket was not empty before. Safe from
 * any thread; only the timer's thread asks Redis.
 */
final class Tap {

    /** What bulks may take before a drawing has shown that it is there: this part of a burst. */
    private static final int ON_ACCOUNT = 10;
    /** An empty bucket is asked again after this, since another gateway may have given tokens back. */
    private static final long LONGEST_SHUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long SHORTEST_SHUT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Limit limit;
    private final SharedBucket bucket;
    private final SteadyMeter meter;
    private final ScheduledExecutorService timer;
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    /** Tokens in hand; negative for what is owed. */
    private long stock;
    /** Tokens that went to bulks since the last drawing. */
    private long flowing;

    private boolean drawing;
    /** The bucket was empty when it was asked last: nothing is given on account. */
    private boolean lean;
    /** The bucket is known to be empty until then, in nanoseconds since the epoch. */
    private long shutUntil;
    /** Once the tap is given up: gets what the bucket lacks if a drawing that was under way did not pay it; null before. */
    private @Nullable LongConsumer unpaid;

    /** One who waits; completed with null if Redis does not answer. */
    private record Waiter(long tokens, long until, CompletableFuture<@Nullable Grant> result) {}

    private record Served(Waiter waiter, Grant grant) {}

    /**
     * A tap that has drawn nothing yet.
     *
     * @param missing how many tokens the bucket lacks for all that is known. If any, it is taken for empty until it is asked; more than a burst
     *     are owed to it
     */
    Tap(Limit limit, SharedBucket bucket, SteadyMeter meter, ScheduledExecutorService timer, long missing) {
        this.lean = missing > 0;
        this.stock = Math.min(0, limit.burst() - missing);
        this.limit = limit;
        this.bucket = bucket;
        this.meter = meter;
        this.timer = timer;
    }

    /** Takes tokens in hand; null if Redis must be asked. */
    synchronized @Nullable Grant takeNow(long tokens) {
        if (waiters.isEmpty() && stock >= tokens) {
            stock -= tokens;
            drawIfLow();
            return Grant.granted(stock);
        }
        long shut = shutUntil - meter.currentTimeNanos();
        return shut <= 0 ? null : Grant.refused(stock, Math.max(shut, waitFor(tokens)));
    }

    /** Takes tokens as soon as they are drawn; the stage gives null if Redis does not answer. */
    CompletableFuture<@Nullable Grant> ask(long tokens, long patienceNanos) {
        Waiter waiter = new Waiter(tokens, meter.currentTimeNanos() + patienceNanos, new CompletableFuture<>());
        synchronized (this) {
            waiters.add(waiter);
            beginDrawing();
        }
        return waiter.result;
    }

    /** Takes what is in hand, and on account what a drawing will show to be there or not. */
    synchronized long takeUpTo(long tokens) {
        boolean shut = meter.currentTimeNanos() < shutUntil;
        long most = shut || lean ? stock : stock + onAccount();
        long taken = Math.clamp(most, 0, tokens);
        stock -= taken;
        flowing += taken;
        if (!shut && taken < tokens) {
            beginDrawing();
        } else if (!shut) {
            drawIfLow();
        }
        return taken;
    }

    private long onAccount() {
        return limit.burst() / ON_ACCOUNT;
    }

    synchronized void charge(long tokens) {
        stock -= tokens;
        drawIfLow();
    }

    /** Notes tokens that were used already; they are charged when the tap is used next. */
    synchronized void owe(long tokens) {
        stock -= tokens;
    }

    /** Takes back what was not used, and gives on what is too much for one gateway. */
    synchronized void giveBack(long tokens) {
        stock += tokens;
        if (stock > limit.batch() + onAccount()) {
            long more = stock - limit.batch();
            stock -= more;
            timer.execute(() -> bucket.giveBack(more));
        }
    }

    /**
     * Gives all back that is in hand; for a bucket that is not used any more. Who waits is still served.
     *
     * @param later gets the same number once more if a drawing that is under way fails, and leaves a debt
     * @return how many tokens the bucket lacks for all that is known: a burst if it was empty when it was asked last, and what is owed to it
     */
    synchronized long release(LongConsumer later) {
        unpaid = later;
        long owed = 0;
        if (stock > 0) {
            long rest = stock;
            stock = 0;
            timer.execute(() -> bucket.giveBack(rest));
        } else if (!drawing) {
            // A drawing that is under way pays what is owed.
            owed = -stock;
            stock = 0;
        }
        return missing(owed);
    }

    private long missing(long owed) {
        return lean || owed > 0 ? limit.burst() + owed : 0;
    }

    /** Nobody draws any more, so nobody waits. */
    void close() {
        fail();
    }

    // The bucket may be empty: then this is how long it takes, else it is sooner.
    private long waitFor(long tokens) {
        return limit.rate().nanosFor(Math.max(1, tokens - Math.max(0, stock)));
    }

    private void drawIfLow() {
        if (stock < limit.batch() / 4 || stock < 0) {
            beginDrawing();
        }
    }

    private void beginDrawing() {
        if (!drawing) {
            drawing = true;
            timer.execute(this::draw);
        }
    }

    private void draw() {
        long owed;
        synchronized (this) {
            owed = Math.max(0, -stock);
        }
        if (owed == 0) {
            drawMore();
            return;
        }
        // It is owed until the answer comes, so that no more is given on account meanwhile.
        bucket.charge(owed).whenComplete((debtNanos, failure) -> {
            if (failure != null) {
                fail();
                return;
            }
            synchronized (this) {
                stock += owed;
                if (debtNanos > 0) {
                    lean = true;
                    shut(debtNanos);
                }
            }
            timer.execute(this::drawMore);
        });
    }

    private void drawMore() {
        Waiter large = null;
        long wanted;
        synchronized (this) {
            Waiter first = waiters.peek();
            // What became owed meanwhile is drawn first: no bucket ever has it and a burst together.
            if (first != null && first.tokens > limit.batch() && stock >= 0) {
                large = first;
                wanted = Math.max(1, first.tokens - stock);
            } else {
                long flow = Math.min(flowing, onAccount());
                wanted = Math.max(1, needed() - stock + Math.max(limit.batch(), flow));
            }
            flowing = 0;
        }
        // Parts of a large number would be kept from other gateways while neither has enough.
        CompletableFuture<SharedBucket.Drawn> drawn = large == null ? bucket.drawUpTo(wanted) : bucket.draw(wanted);
        Waiter drawnFor = large;
        drawn.whenComplete((found, failure) -> {
            if (failure != null) {
                fail();
            } else {
                serve(found, drawnFor);
            }
        });
    }

    private long needed() {
        long all = 0;
        for (Waiter waiter : waiters) {
            all += Math.min(waiter.tokens, limit.batch());
        }
        return all;
    }

    private void serve(SharedBucket.Drawn drawn, @Nullable Waiter large) {
        List<Served> served = new ArrayList<>();
        synchronized (this) {
            stock += drawn.tokens();
            lean = drawn.isEmpty();
            if (lean) {
                shut(limit.rate().nanosFor(1));
            }
            serveInOrder(drawn, large, served);
            drawing = false;
            again(drawn, large);
        }
        served.forEach(each -> each.waiter.result.complete(each.grant));
    }

    private void serveInOrder(SharedBucket.Drawn drawn, @Nullable Waiter large, List<Served> served) {
        long now = meter.currentTimeNanos();
        long before = 0;
        Iterator<Waiter> all = waiters.iterator();
        while (all.hasNext()) {
            Waiter waiter = all.next();
            if (before == 0 && stock >= waiter.tokens) {
                stock -= waiter.tokens;
                all.remove();
                served.add(new Served(waiter, Grant.granted(stock)));
                continue;
            }
            long wait = waitFor(before + waiter.tokens);
            boolean asked = waiter.equals(large) && drawn.waitNanos() > 0;
            if (asked) {
                wait = Math.min(wait, drawn.waitNanos());
            }
            if ((asked || drawn.isEmpty()) && now + wait > waiter.until) {
                all.remove();
                served.add(new Served(waiter, Grant.refused(stock, wait)));
            } else {
                before += waiter.tokens;
            }
        }
    }

    // Whoever waits on is drawn for at once if the bucket may have more, else when it has.
    private void again(SharedBucket.Drawn drawn, @Nullable Waiter large) {
        Waiter first = waiters.peek();
        if (first == null || drawing) {
            return;
        }
        drawing = true;
        boolean asked = first.equals(large) && drawn.waitNanos() > 0;
        if (asked || drawn.isEmpty()) {
            long wait = asked ? drawn.waitNanos() : waitFor(Math.min(first.tokens, limit.batch()));
            timer.schedule(this::draw, pause(wait), TimeUnit.NANOSECONDS);
        } else {
            timer.execute(this::draw);
        }
    }

    private void shut(long nanos) {
        shutUntil = meter.currentTimeNanos() + pause(nanos);
    }

    private static long pause(long nanos) {
        return Math.clamp(nanos, SHORTEST_SHUT_NANOS, LONGEST_SHUT_NANOS);
    }

    private void fail() {
        List<Waiter> failed;
        synchronized (this) {
            drawing = false;
            failed = List.copyOf(waiters);
            waiters.clear();
            if (unpaid != null && stock < 0) {
                unpaid.accept(missing(-stock));
                stock = 0;
            }
        }
        failed.forEach(waiter -> waiter.result.complete(null));
    }
}

package io.sluice.bench.replay;

import io.netty.buffer.ByteBuf;
import io.sluice.bench.load.request.WireRequest;
import io.sluice.recording.RecordedExchange;

/** A recorded request as it is sent. Two are never equal. */
final class ReplayRequest implements WireRequest {
    private final RecordedExchange recorded;
    private final String name;
    private final ByteBuf wire;
    private final long beganNanos;
    private final long dueNanos;

    /**
     * @param recorded without its body
     * @param name what sort of request it is
     * @param beganNanos when it began in the recording, counted from the first request
     * @param dueNanos when it is due, counted so, too
     */
    ReplayRequest(RecordedExchange recorded, String name, ByteBuf wire, long beganNanos, long dueNanos) {
        this.recorded = recorded;
        this.name = name;
        this.wire = wire;
        this.beganNanos = beganNanos;
        this.dueNanos = dueNanos;
    }

    RecordedExchange recorded() {
        return recorded;
    }

    String name() {
        return name;
    }

    @Override
    public ByteBuf wire() {
        return wire;
    }

    @Override
    public boolean head() {
        return recorded.method().equals("HEAD");
    }

    long beganNanos() {
        return beganNanos;
    }

    /** When it is due; later than it began where others were given before it that had begun after it. */
    long dueNanos() {
        return dueNanos;
    }

    /** When it ended in the recording, counted from the first request. */
    long endedNanos() {
        return beganNanos + recorded.tookNanos();
    }
}

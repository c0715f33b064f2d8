package io.sluice.bench.stub.http;

import io.netty.buffer.ByteBuf;
import io.netty.util.ByteProcessor;
import java.util.function.IntFunction;

/** Counts the searches of an {@code _msearch}, two lines each, and answers as many. */
final class MultiSearchExchange implements StubExchange {
    private final IntFunction<StubReply> answer;
    private int newlines;

    MultiSearchExchange(IntFunction<StubReply> answer) {
        this.answer = answer;
    }

    @Override
    public void body(ByteBuf chunk) {
        ByteProcessor counter = value -> {
            if (value == '\n') {
                newlines++;
            }
            return true;
        };
        chunk.forEachByte(counter);
    }

    @Override
    public StubReply end() {
        return answer.apply((newlines + 1) / 2);
    }
}

package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.ExchangeKey;
import io.sluice.api.RequestHead;
import io.sluice.recording.ExchangeTape;
import io.sluice.recording.Recorder;

/** A client's connection whose exchange is recorded: what goes over it is held beside its way. On the connection's event loop. */
final class RecordedPort implements ClientPort {
    private final ClientPort client;
    private final ExchangeTape tape;

    private RecordedPort(ClientPort client, ExchangeTape tape) {
        this.client = client;
        this.tape = tape;
    }

    /** The connection to use in place of another: the same where nothing is recorded. */
    static ClientPort over(ClientPort client, Flow flow, IncomingRequest incoming, ExchangeFacts facts) {
        Recorder recorder = flow.recorder();
        if (recorder == null || !recorder.draws()) {
            return client;
        }
        String connection = recorder.connection(incoming.origin().peer());
        RequestHead head = incoming.head();
        return new RecordedPort(
                client,
                new ExchangeTape(
                        recorder,
                        head,
                        NettyHeaders.unwrap(head.headers()),
                        connection,
                        () -> facts.get(ExchangeKey.TENANT)));
    }

    @Override
    public EventLoop loop() {
        return client.loop();
    }

    @Override
    public ByteBufAllocator allocator() {
        return client.allocator();
    }

    @Override
    public boolean isWritable() {
        return client.isWritable();
    }

    @Override
    public long untaken() {
        return client.untaken();
    }

    @Override
    public void read() {
        client.read();
    }

    @Override
    public void planned(RequestHead head) {
        tape.planned(head);
    }

    @Override
    public void received(ByteBuf part) {
        tape.received(part);
    }

    @Override
    public void completed(boolean whole) {
        tape.end(whole);
    }

    @Override
    public void writeContinue() {
        client.writeContinue();
    }

    @Override
    public void writeHead(HttpResponse head, boolean toHeadRequest) {
        tape.answered(head);
        client.writeHead(head, toHeadRequest);
    }

    @Override
    public void writeBody(ByteBuf part) {
        tape.sent(part);
        client.writeBody(part);
    }

    @Override
    public void writeContent(HttpContent part) {
        tape.sent(part.content());
        client.writeContent(part);
    }

    @Override
    public void flush() {
        client.flush();
    }

    @Override
    public void deadline(long nanoTime) {
        client.deadline(nanoTime);
    }

    @Override
    public void clearDeadline() {
        client.clearDeadline();
    }

    @Override
    public long bodyTimeoutNanos() {
        return client.bodyTimeoutNanos();
    }

    @Override
    public void exchangeEnded() {
        client.exchangeEnded();
    }

    @Override
    public void closeAfterFlush() {
        client.closeAfterFlush();
    }

    @Override
    public void abort() {
        client.abort();
    }
}

package io.sluice.exchange;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.sluice.api.RequestHead;

/** The client's connection as an exchange uses it. On the connection's event loop. */
public interface ClientPort {

    /** What a client sends or takes at least in a time so that it is not too slow, in bytes. */
    long LEAST_MOVED = 4 << 10;

    EventLoop loop();

    ByteBufAllocator allocator();

    /** Whether the connection's buffer is under its watermark. */
    boolean isWritable();

    /** How many bytes of what was written the client has not taken. */
    long untaken();

    /** Asks for more of the request. */
    void read();

    /** The filters have planned the request and left this head. */
    default void planned(RequestHead head) {}

    /** A part of the request's body has come, also where the answer has gone already; it stays the caller's. */
    default void received(ByteBuf part) {}

    /**
     * The exchange has written its answer, or will write none, and awaits no more of the request; may be called again.
     *
     * @param whole whether all of the request came
     */
    default void completed(boolean whole) {}

    /** Tells the client to go on with the body it announced. */
    void writeContinue();

    /** Writes the head of the answer. */
    void writeHead(HttpResponse head, boolean toHeadRequest);

    /** Writes a part of the body and takes it over. */
    void writeBody(ByteBuf part);

    /** Writes a part of the body as it was decoded, and takes it over. */
    void writeContent(HttpContent part);

    void flush();

    /** Sets the time, as of System.nanoTime, at which the exchange's onDeadline is to be called, in place of the one before. */
    void deadline(long nanoTime);

    /** There is no deadline until one is set. */
    void clearDeadline();

    /**
     * How long the client may take to send more of a body, to take more of an answer, or to send all the rest of a body that is answered
     * already, in nanoseconds.
     */
    long bodyTimeoutNanos();

    /** The exchange is over and the connection may take the next request. */
    void exchangeEnded();

    /** The exchange is over and the connection must be closed after the written bytes have been sent. */
    void closeAfterFlush();

    /** The connection must be closed at once, as the only honest signal that an answer is incomplete. */
    void abort();
}

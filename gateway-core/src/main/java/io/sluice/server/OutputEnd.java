package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslHandler;

/** Ends what a client is sent while the client may still send. Stateless. */
final class OutputEnd {
    private OutputEnd() {}

    /**
     * Ends the output of a connection whose last answer is written, if that is possible without closing it.
     *
     * @return whether what the client still sends is to be read
     */
    static boolean reached(Channel channel) {
        if (channel instanceof Http2StreamChannel) {
            // The answer ended the output. Some clients lose it if the stream is reset before they have sent the rest.
            return true;
        }
        // Closing while the client still sends would reset the connection and may destroy the answer on its way.
        boolean plain = channel.pipeline().get(SslHandler.class) == null;
        if (plain && channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
            return true;
        }
        return false;
    }
}

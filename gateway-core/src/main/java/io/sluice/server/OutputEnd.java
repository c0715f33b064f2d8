package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.ssl.SslHandler;

/** Ends what a client is sent while the client may still send. Stateless. */
final class OutputEnd {
    private OutputEnd() {}

    /**
     * Ends the output of a connection whose last answer is written, if that is possible without closing it. What the client still sends
     * is bytes of no meaning from then on.
     *
     * @param open told that the output has ended, and what the client still sends is to be read
     * @param closing told that the connection can only be closed
     */
    static void reach(Channel channel, Runnable open, Runnable closing) {
        if (channel instanceof Http2StreamChannel) {
            // The answer ended the output. Some clients lose it if the stream is reset before they have sent the rest.
            open.run();
        } else if (channel instanceof DuplexChannel duplex) {
            // Closing while the client still sends would reset the connection and may destroy the answer on its way.
            SslHandler tls = channel.pipeline().get(SslHandler.class);
            if (tls == null) {
                duplex.shutdownOutput();
                open.run();
            } else {
                endTls(duplex, tls, open, closing);
            }
        } else {
            closing.run();
        }
    }

    // Nobody looks at what still comes, so it is not decrypted: engines differ in whether they do that after their own
    // close_notify.
    private static void endTls(DuplexChannel channel, SslHandler tls, Runnable open, Runnable closing) {
        tls.closeOutbound().addListener((ChannelFutureListener) notified -> {
            if (notified.isSuccess() && channel.isActive()) {
                channel.pipeline().remove(tls);
                channel.shutdownOutput();
                open.run();
            } else {
                closing.run();
            }
        });
    }
}

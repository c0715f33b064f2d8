package io.sluice.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.sluice.failure.Failure;
import io.sluice.tls.ClientTrust;
import io.sluice.wire.AnswerEncoder;
import io.sluice.wire.BadMessageException;
import io.sluice.wire.StreamAnswers;
import io.sluice.wire.StreamRequests;
import io.sluice.wire.StrictRequestDecoder;
import org.jspecify.annotations.Nullable;

/** What stands in the pipelines of clients' connections behind TLS. Stateless. */
final class ClientPipeline {

    private ClientPipeline() {}

    /**
     * Adds what speaks HTTP/1.1, or HTTP/2 if the client chooses that while it negotiates TLS.
     *
     * @param trust what the client's certificate is verified by; null if it is asked for none
     */
    static void speakAsNegotiated(ListenerContext listener, Channel channel, Peer peer, @Nullable ClientTrust trust) {
        channel.pipeline().addLast(new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
            @Override
            protected void configurePipeline(ChannelHandlerContext context, String protocol) {
                Peer verified = peer.verified(trust, channel);
                if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                    MultiplexedConnection.begin(listener, channel, verified);
                } else {
                    speakHttp1(listener, channel, verified);
                }
            }

            // It was counted where handshakes are.
            @Override
            protected void handshakeFailure(ChannelHandlerContext context, Throwable cause) {
                context.close();
            }

            @Override
            public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                context.close();
            }
        });
        channel.read();
    }

    /** Adds what speaks HTTP/1.1. */
    static void speakHttp1(ListenerContext listener, Channel channel, Peer peer) {
        ResponseEncoder encoder = new ResponseEncoder();
        StrictRequestDecoder decoder = decoder(listener);
        // in: bytes -> HttpRequest, HttpContent
        channel.pipeline().addLast(decoder);
        // out: HttpResponse, HttpContent, ByteBuf -> bytes
        channel.pipeline().addLast(encoder);
        addConnection(listener, channel, decoder, encoder, peer);
    }

    /** Adds what answers the request of a stream of HTTP/2. */
    static void answerStream(ListenerContext listener, Channel stream, Peer peer) {
        StreamRequests requests = new StreamRequests(why -> tellOfMalformed(listener, stream, peer, why));
        StreamAnswers answers = new StreamAnswers(requests);
        StrictRequestDecoder decoder = decoder(listener);
        // in: Http2StreamFrame -> bytes
        stream.pipeline().addLast(requests);
        // in: bytes -> HttpRequest, HttpContent
        stream.pipeline().addLast(decoder);
        // out: HttpResponse, HttpContent, ByteBuf -> Http2StreamFrame
        stream.pipeline().addLast(answers);
        addConnection(listener, stream, decoder, answers, peer);
    }

    private static void tellOfMalformed(ListenerContext listener, Channel stream, Peer peer, BadMessageException why) {
        RequestTerms terms = new RequestTerms(listener, stream.eventLoop(), peer);
        Failure failure = HeadCheck.failureOf(DecoderResult.failure(why));
        listener.refused(terms.refused(failure, null), terms.now());
    }

    private static StrictRequestDecoder decoder(ListenerContext listener) {
        return new StrictRequestDecoder(
                listener.terms().wireLimits(), listener.admission().unfinished());
    }

    private static void addConnection(
            ListenerContext listener, Channel channel, StrictRequestDecoder decoder, AnswerEncoder encoder, Peer peer) {
        // in: HttpRequest, HttpContent
        channel.pipeline().addLast(new ClientConnection(listener, channel, decoder, encoder, peer));
    }
}

package io.sluice.bench.stub.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.compression.StandardCompressionOptions;
import io.netty.handler.codec.http.HttpContentCompressor;
import io.netty.handler.codec.http.HttpContentDecompressor;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.AttributeKey;
import io.sluice.bench.stub.cluster.StubNode;

/** Sets up a connection to one node: codec, gzip both ways (as a server compresses: level 3), the handler. */
public final class StubPipeline extends ChannelInitializer<Channel> {
    private static final int CHUNK_BYTES = 256 * 1024;
    private static final int GZIP_LEVEL = 3;

    private static final AttributeKey<Served> SERVED = AttributeKey.valueOf(StubPipeline.class, "served");

    private record Served(StubNode node, StubBehaviour behaviour) {}

    /** Lets a bound listener accept connections, in the name of {@code node}. */
    public static void serve(Channel listener, StubNode node, StubBehaviour behaviour) {
        listener.attr(SERVED).set(new Served(node, behaviour));
        listener.config().setAutoRead(true);
    }

    @Override
    protected void initChannel(Channel channel) {
        Served served = channel.parent().attr(SERVED).get();
        channel.pipeline()
                .addLast(new HttpServerCodec(new HttpDecoderConfig().setMaxChunkSize(CHUNK_BYTES)))
                .addLast(new HttpContentDecompressor(0))
                .addLast(new HttpContentCompressor(0, StandardCompressionOptions.gzip(GZIP_LEVEL, 15, 8)))
                .addLast(new ConnectionHandler(served.node, served.behaviour));
    }
}

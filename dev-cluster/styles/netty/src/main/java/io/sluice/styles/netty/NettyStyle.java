package io.sluice.styles.netty;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.sluice.cluster.AllowedAddresses;
import io.sluice.config.ClusterConfig;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import io.sluice.metrics.GatewayMetrics;
import io.sluice.plugin.FilterRegistry;
import io.sluice.styles.trial.Answers;
import io.sluice.styles.trial.Bulk;
import io.sluice.styles.trial.ClientStyle;
import io.sluice.styles.trial.Phrase;
import io.sluice.styles.trial.Target;
import io.sluice.upstream.Connector;
import io.sluice.upstream.LoopCluster;
import io.sluice.upstream.NodeNames;
import io.sluice.upstream.UpstreamCluster;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Sluice's own upstream connections on one event loop, as the gateway uses them; answers are read as by the low-level style. */
final class NettyStyle implements ClientStyle {
    private final Target target;
    private final EventLoopGroup group;
    private final EventLoop loop;
    private final NodeNames names;
    private final LoopCluster cluster;

    private NettyStyle(Target target) throws ConfigException {
        this.target = target;
        group = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("client", true), NioIoHandler.newFactory());
        loop = group.next();
        names = new NodeNames(
                NioDatagramChannel::new,
                NioSocketChannel::new,
                new SequentialDnsServerAddressStreamProvider(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)),
                loop);
        ClusterConfig config = config(target);
        UpstreamCluster upstream = new UpstreamCluster("node", config, new GatewayMetrics(new SimpleMeterRegistry()));
        AllowedAddresses allowed = new AllowedAddresses(config.discovery(), upstream.seeds());
        cluster = new LoopCluster(upstream, loop, new Connector(NioSocketChannel::new, names, allowed, config, null));
    }

    static ClientStyle open(Target target) throws ConfigException {
        return new NettyStyle(target);
    }

    private static ClusterConfig config(Target target) throws ConfigException {
        String yaml = """
                admin: { enabled: false }
                clusters: { node: { nodes: ["http://%s:%d"], discovery: { enabled: false } } }
                flows: { default: { relay: { cluster: node } } }
                listeners: [{ name: http, bind: 127.0.0.1:0, routes: [{ flow: default }] }]
                """.formatted(target.host(), target.port());
        return new ConfigLoader(Map.of())
                .parse(yaml, Path.of("style.yml").toAbsolutePath(), any -> FilterRegistry.of())
                .config()
                .clusters()
                .values()
                .iterator()
                .next();
    }

    @Override
    public void bulk(String index, Bulk documents) throws Exception {
        ByteBuf body = Unpooled.wrappedBuffer(documents.ndjson());
        try (InputStream answer = answer("/" + index + "/_bulk", "application/x-ndjson", body)) {
            Answers.requireNoErrors(answer);
        }
    }

    @Override
    public long search(String index, String phrase) throws Exception {
        ByteBuf body = Unpooled.wrappedBuffer(Phrase.json(phrase).getBytes(StandardCharsets.UTF_8));
        try (InputStream answer = answer("/" + index + "/_search", "application/json", body)) {
            return Answers.hits(answer);
        }
    }

    private InputStream answer(String path, String type, ByteBuf body) throws Exception {
        HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, path);
        head.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CONTENT_LENGTH, body.readableBytes());
        target.headers().forEach(head.headers()::set);
        Call call = new Call(head, body);
        loop.execute(() -> call.begin(cluster));
        return new ByteBufInputStream(call.answer().get(), true);
    }

    @Override
    public void close() {
        loop.submit(cluster::close).syncUninterruptibly();
        names.close();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}

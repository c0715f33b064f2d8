package io.sluice.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames of HTTP/2 for streams that have ended, of which the codec has a line for each, write nothing into the log. */
class BrokenStreamsIT {
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int PING_LENGTH = 8;
    private static final int END_HEADERS = 4;

    // GET https, an authority, and a path that cannot be one, by the static table of RFC 7541.
    private static final byte[] MALFORMED = {(byte) 0x82, (byte) 0x87, 0x01, 1, 'a', 0x04, 4, '/', 'x', ' ', 'y'};

    @TempDir
    Path directory;

    @Test
    void writeNothingIntoTheLog() throws Exception {
        SelfSigned own = new SelfSigned(directory);
        Distribution distribution = Distribution.copyTo(directory.resolve("sluice"));
        distribution.configure("""
                clusters: { primary: { nodes: ["http://127.0.0.1:9"] } }
                flows: { default: { relay: { cluster: primary } } }
                listeners:
                  - name: http
                    bind: "127.0.0.1:0"
                    tls: { certificate: "%s", key: "%s", http2: true }
                    routes: [{ flow: default }]
                """.formatted(own.certificate(), own.key()));
        try (RunningGateway gateway = distribution.start()) {
            int before = gateway.log().length();

            sendBroken(own, gateway.address());

            assertThat(gateway.log().substring(before)).doesNotContain("stream");
        }
    }

    private static void sendBroken(SelfSigned own, URI gateway) throws IOException {
        try (SSLSocket socket = (SSLSocket)
                own.context().getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), gateway.getPort())) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            frame(out, SETTINGS, 0, 0, new byte[0]);
            frame(out, HEADERS, END_HEADERS, 1, MALFORMED);
            for (int i = 0; i < 100; i++) {
                frame(out, DATA, 0, 1, new byte[1]);
            }
            frame(out, PING, 0, 0, new byte[PING_LENGTH]);
            awaitPing(new DataInputStream(socket.getInputStream()));
        }
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
            throws IOException {
        out.writeByte(0);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    /** What came before the ping has been read when it is answered. */
    private static void awaitPing(DataInputStream in) throws IOException {
        int type;
        do {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            type = in.readUnsignedByte();
            in.readUnsignedByte();
            in.readInt();
            in.skipNBytes(length);
        } while (type != PING);
    }
}

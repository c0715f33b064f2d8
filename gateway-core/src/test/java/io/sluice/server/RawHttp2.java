package io.sluice.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A client of HTTP/2 that sends what it is told, also what no client may. */
final class RawHttp2 implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int PING = 6;
    static final int GO_AWAY = 7;
    static final int PROTOCOL_ERROR = 1;
    static final int FLOW_CONTROL_ERROR = 3;
    static final int STREAM_CLOSED = 5;
    static final int REFUSED_STREAM = 7;
    static final int ENHANCE_YOUR_CALM = 11;

    static final int WINDOW_UPDATE = 8;
    static final int CANCEL = 8;

    /** Of a header {@code x}, as a literal. */
    static final byte[] LONG_NAME = {0, 1, 'x'};

    private static final int CONTINUATION = 9;
    private static final int LONGEST = 1 << 14;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    // GET https / of RFC 7541's static table, and the authority "a" as a literal.
    private static final byte[] REQUEST = {(byte) 0x82, (byte) 0x87, (byte) 0x84, 0x01, 1, 'a'};

    private final Socket connection;
    private final SSLSocket socket;
    private final DataOutputStream out;
    private final DataInputStream in;

    record Frame(int type, int stream, byte[] payload) {

        /** The error code, which is at the end of RST_STREAM and, without further data, of GOAWAY. */
        int code() {
            int at = type == GO_AWAY ? 4 : 0;
            return (payload[at + 2] & 0xff) << 8 | payload[at + 3] & 0xff;
        }
    }

    RawHttp2(SSLContext trust, int port) throws IOException {
        this(trust, port, new byte[0]);
    }

    /** @param settings identifiers of two bytes with values of four */
    RawHttp2(SSLContext trust, int port, byte[] settings) throws IOException {
        InetAddress gateway = InetAddress.getLoopbackAddress();
        connection = new Socket(gateway, port);
        socket = (SSLSocket) trust.getSocketFactory().createSocket(connection, "localhost", port, true);
        socket.setSoTimeout(10_000);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        frame(SETTINGS, 0, 0, settings);
    }

    RawHttp2 headers(int stream, boolean end, String... header) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(REQUEST);
        if (header.length > 0) {
            block.write(0);
            literal(block, header[0]);
            literal(block, header[1]);
        }
        return frame(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, block.toByteArray());
    }

    /** A head with one long value: the table's entry 4 is {@code :path}. */
    static byte[] block(byte[] begin, byte[] name, int length) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(begin);
        block.writeBytes(name);
        block.write(0x7f);
        int rest = length - 0x7f;
        for (; rest >= 0x80; rest >>= 7) {
            block.write(rest & 0x7f | 0x80);
        }
        block.write(rest);
        block.writeBytes("/".repeat(length).getBytes(StandardCharsets.US_ASCII));
        return block.toByteArray();
    }

    /** A head as the parts that frames hold. */
    static List<byte[]> parts(byte[] block) {
        List<byte[]> parts = new ArrayList<>();
        for (int at = 0; at < block.length; at += LONGEST) {
            parts.add(Arrays.copyOfRange(block, at, Math.min(block.length, at + LONGEST)));
        }
        return parts;
    }

    /** The head of a whole request with a long header. */
    RawHttp2 longHead(int stream, int length) throws IOException {
        List<byte[]> parts = parts(block(REQUEST, LONG_NAME, length));
        for (int i = 0; i < parts.size(); i++) {
            int flags = (i == 0 ? END_STREAM : 0) | (i == parts.size() - 1 ? END_HEADERS : 0);
            frame(i == 0 ? HEADERS : CONTINUATION, flags, stream, parts.get(i));
        }
        return this;
    }

    private static void literal(ByteArrayOutputStream block, String text) {
        block.write(text.length());
        block.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends bytes of a body whether or not a window allows them, until all are sent or the connection has ended. */
    void dataWithoutWindow(int stream, int bytes) {
        byte[] content = new byte[16_384];
        try {
            for (int sent = 0; sent < bytes; sent += content.length) {
                write(DATA, 0, stream, content);
            }
            out.flush();
        } catch (IOException e) {
            // The other side may have ended the connection already; what it sent before can still be read.
            return;
        }
    }

    /** A part of a body. */
    RawHttp2 data(int stream, int bytes) throws IOException {
        return frame(DATA, 0, stream, new byte[bytes]);
    }

    RawHttp2 reset(int stream) throws IOException {
        return frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8});
    }

    RawHttp2 frame(int type, int flags, int stream, byte[] payload) throws IOException {
        try {
            write(type, flags, stream, payload);
        } catch (IOException e) {
            // The other side may have ended the connection already; what it sent before can still be read.
            return this;
        }
        return this;
    }

    private void write(int type, int flags, int stream, byte[] payload) throws IOException {
        out.writeByte(payload.length >> 16);
        out.writeShort(payload.length);
        out.writeByte(type);
        out.writeByte(flags);
        out.writeInt(stream);
        out.write(payload);
    }

    void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            // As above.
            return;
        }
    }

    /** The next frame of one of the types; others are passed over. */
    Frame next(int... types) throws IOException {
        while (true) {
            Frame frame = read();
            for (int type : types) {
                if (frame.type() == type) {
                    return frame;
                }
            }
        }
    }

    private Frame read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        if (payload.length < length) {
            throw new EOFException();
        }
        return new Frame(type, stream, payload);
    }

    /** Waits until the gateway has seen all that was sent. */
    RawHttp2 ping() throws IOException {
        frame(PING, 0, 0, new byte[8]).flush();
        next(PING);
        return this;
    }

    /** Ends the connection without a word. */
    void cut() throws IOException {
        connection.setSoLinger(true, 0);
        connection.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

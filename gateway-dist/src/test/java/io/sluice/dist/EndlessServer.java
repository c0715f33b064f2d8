package io.sluice.dist;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A server that consumes request bodies and produces responses of any size, and checks every byte that it receives. */
final class EndlessServer implements AutoCloseable {
    private final ServerSocket server;

    EndlessServer() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    String address() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofPlatform().daemon().start(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            OutputStream out = socket.getOutputStream();
            for (String line = readLine(in); line != null; line = readLine(in)) {
                long length = 0;
                for (String header = readLine(in); header != null && !header.isEmpty(); header = readLine(in)) {
                    if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                        length = Long.parseLong(header.substring(15).strip());
                    }
                }
                answer(line.split(" ")[1], length, in, out);
            }
        } catch (IOException e) {
            // The gateway or the test is done with the connection.
        }
    }

    private static void answer(String path, long length, InputStream in, OutputStream out) throws IOException {
        if (path.startsWith("/produce/")) {
            long bytes = Long.parseLong(path.substring("/produce/".length()));
            head(out, bytes);
            Pattern.write(out, bytes);
        } else {
            String result = Long.toString(Pattern.countMatching(in, length));
            head(out, result.length());
            out.write(result.getBytes(StandardCharsets.US_ASCII));
        }
        out.flush();
    }

    private static void head(OutputStream out, long length) throws IOException {
        out.write(("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: " + length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return line.toString().stripTrailing();
            }
            line.append((char) b);
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** Bytes derived from their position, so that a lost, duplicated or moved byte is detected. */
    static final class Pattern {
        private static final int PERIOD = 251 * 256;
        private static final byte[] BYTES = new byte[PERIOD];

        static {
            for (int i = 0; i < PERIOD; i++) {
                BYTES[i] = (byte) (i % 251 ^ i / 251);
            }
        }

        private Pattern() {}

        static void write(OutputStream out, long bytes) throws IOException {
            for (long left = bytes; left > 0; left -= PERIOD) {
                out.write(BYTES, 0, (int) Math.min(PERIOD, left));
            }
        }

        /** Reads a number of bytes and returns how many of them, from the first on, are correct. */
        static long countMatching(InputStream in, long bytes) throws IOException {
            long matching = 0;
            for (long left = bytes; left > 0; left -= PERIOD) {
                int wanted = (int) Math.min(PERIOD, left);
                byte[] read = in.readNBytes(wanted);
                int mismatch = java.util.Arrays.mismatch(read, 0, wanted, BYTES, 0, wanted);
                matching += mismatch < 0 ? wanted : mismatch;
                if (mismatch >= 0) {
                    return matching;
                }
            }
            return matching;
        }
    }
}

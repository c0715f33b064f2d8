package io.sluice.server;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A name server that knows the names it is told, keeps silent about those that begin with "silent", and denies all others. */
final class NameServer implements AutoCloseable {
    private static final int HEADER_BYTES = 12;
    private static final int RESPONSE = 0x8180;
    private static final int NO_SUCH_NAME = 3;
    private static final int TYPE_A = 1;

    private final DatagramSocket socket;
    private final Map<String, List<InetAddress>> known = new ConcurrentHashMap<>();
    private final Map<String, Integer> asked = new ConcurrentHashMap<>();

    NameServer() throws SocketException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    /** Answers with the addresses in this order. */
    NameServer knows(String name, String... addresses) throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (String address : addresses) {
            all.add(InetAddress.getByName(address));
        }
        known.put(name, all);
        return this;
    }

    String address() {
        return "127.0.0.1:" + socket.getLocalPort();
    }

    /** Queries for a name, of all types. */
    int asked(String name) {
        return asked.getOrDefault(name, 0);
    }

    private void serve() {
        byte[] bytes = new byte[1500];
        while (!socket.isClosed()) {
            try {
                DatagramPacket query = new DatagramPacket(bytes, bytes.length);
                socket.receive(query);
                byte[] answer = answer(ByteBuffer.wrap(bytes, 0, query.getLength()));
                if (answer != null) {
                    socket.send(new DatagramPacket(answer, answer.length, query.getSocketAddress()));
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private byte[] answer(ByteBuffer query) throws IOException {
        short id = query.getShort(0);
        query.position(HEADER_BYTES);
        StringBuilder name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            byte[] label = new byte[length];
            query.get(label);
            name.append(name.isEmpty() ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
        }
        int type = query.getShort();
        query.getShort();
        byte[] question = new byte[query.position() - HEADER_BYTES];
        query.get(HEADER_BYTES, question);
        asked.merge(name.toString(), 1, Integer::sum);
        return name.toString().startsWith("silent") ? null : answer(id, question, type, known.get(name.toString()));
    }

    private static byte[] answer(short id, byte[] question, int type, List<InetAddress> addresses) throws IOException {
        List<InetAddress> found = addresses != null && type == TYPE_A ? addresses : List.of();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(id);
        out.writeShort(addresses == null ? RESPONSE | NO_SUCH_NAME : RESPONSE);
        out.writeShort(1);
        out.writeShort(found.size());
        out.writeInt(0);
        out.write(question);
        for (InetAddress address : found) {
            out.writeShort(0xc00c);
            out.writeShort(TYPE_A);
            out.writeShort(1);
            out.writeInt(60);
            out.writeShort(4);
            out.write(address.getAddress());
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}

package io.sluice.index.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.files.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * What a job has done, so that it can go on after its process has ended in any way: lines of a checksum and a JSON object. A last
 * line that was cut short counts as never written; any other damage is an error. One process at a time; thread-safe.
 */
public final class Journal implements AutoCloseable {
    /** The file's name in a job's directory. */
    public static final String FILE = "journal";

    private static final int CHECKSUM_DIGITS = 8;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /**
     * The journals that this process has open. A process that closes any descriptor of a file loses its locks of that file, so one
     * that is open is not opened a second time.
     */
    private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

    private final Path key;
    private final FileChannel channel;
    private final List<JsonNode> entries;
    /** An interrupted thread closes the channel, but not the journal. */
    private boolean closed;

    private Journal(Path key, FileChannel channel, List<JsonNode> entries) {
        this.key = key;
        this.channel = channel;
        this.entries = entries;
    }

    /**
     * Opens the journal of a directory, which is made if it is not there.
     *
     * @param identity of the job; the journal of another is refused
     * @throws IOException if it is damaged, another job's, or used by another process
     */
    public static Journal open(Path directory, JsonNode identity) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(FILE);
        Path key = directory.toRealPath().resolve(FILE);
        if (!OPEN.add(key)) {
            throw new IOException(file + " is used by another job of this process");
        }
        FileChannel channel = null;
        try {
            OwnerOnly.create(file);
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(channel, file);
            Journal journal = new Journal(key, channel, read(channel, file));
            journal.require(directory, identity);
            return journal;
        } catch (IOException | RuntimeException e) {
            release(key, channel);
            throw e;
        }
    }

    private void require(Path directory, JsonNode identity) throws IOException {
        if (entries.isEmpty()) {
            add(identity);
            Durable.syncDirectory(directory);
        } else if (!entries.getFirst().equals(identity)) {
            throw new IOException(directory + " belongs to another job: " + entries.getFirst()
                    + ". Name another directory, or remove this one");
        }
    }

    private static void release(Path key, @Nullable FileChannel channel) throws IOException {
        try {
            if (channel != null) {
                channel.close();
            }
        } finally {
            OPEN.remove(key);
        }
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException(file + " is used by another job of this process", e);
        }
        throw new IOException(file + " is used by another process");
    }

    private static List<JsonNode> read(FileChannel channel, Path file) throws IOException {
        byte[] bytes = Channels.newInputStream(channel).readAllBytes();
        List<JsonNode> entries = new ArrayList<>();
        int begin = 0;
        while (begin < bytes.length) {
            int end = begin;
            while (end < bytes.length && bytes[end] != '\n') {
                end++;
            }
            if (end == bytes.length) {
                if (begin == 0 && !mayBeBegun(bytes)) {
                    throw new IOException(file + " is no journal; name another directory, or remove it");
                }
                // The process or the machine ended while it was written.
                channel.truncate(begin);
                break;
            }
            entries.add(parse(bytes, begin, end, file));
            begin = end + 1;
        }
        channel.position(channel.size());
        return entries;
    }

    /** Whether a file may be the beginning of a first line. */
    private static boolean mayBeBegun(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, CHECKSUM_DIGITS); i++) {
            if (Character.digit(bytes[i], 16) < 0) {
                return false;
            }
        }
        return (bytes.length <= CHECKSUM_DIGITS || bytes[CHECKSUM_DIGITS] == ' ')
                && (bytes.length <= CHECKSUM_DIGITS + 1 || bytes[CHECKSUM_DIGITS + 1] == '{');
    }

    private static JsonNode parse(byte[] bytes, int begin, int end, Path file) throws IOException {
        int json = begin + CHECKSUM_DIGITS + 1;
        if (end > json) {
            String checksum = new String(bytes, begin, CHECKSUM_DIGITS, StandardCharsets.US_ASCII);
            if (checksum.equals(checksum(bytes, json, end - json)) && bytes[json - 1] == ' ') {
                return MAPPER.readTree(bytes, json, end - json);
            }
        }
        throw new IOException(file + " is damaged at byte " + begin + "; remove it to begin anew");
    }

    private static String checksum(byte[] bytes, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    /** What it held when it was opened, the identity first. */
    public List<JsonNode> entries() {
        return List.copyOf(entries);
    }

    /** Adds an entry; it is on the disk when this returns. */
    public synchronized void add(JsonNode entry) throws IOException {
        byte[] json = MAPPER.writeValueAsBytes(entry);
        ByteBuffer line = ByteBuffer.allocate(CHECKSUM_DIGITS + 1 + json.length + 1);
        line.put(checksum(json, 0, json.length).getBytes(StandardCharsets.US_ASCII));
        line.put((byte) ' ').put(json).put((byte) '\n').flip();
        while (line.hasRemaining()) {
            channel.write(line);
        }
        channel.force(false);
    }

    @Override
    public synchronized void close() throws IOException {
        if (!closed) {
            closed = true;
            release(key, channel);
        }
    }
}

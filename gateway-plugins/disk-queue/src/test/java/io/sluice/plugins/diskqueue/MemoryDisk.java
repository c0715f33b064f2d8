package io.sluice.plugins.diskqueue;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * A directory in memory that forgets, at a {@link #crash}, some of what was not synced: of each file any sectors, of the directory what
 * was changed last. Fails where it is told to. Safe from any thread.
 */
final class MemoryDisk implements Disk {

    private static final int SECTOR = 512;

    private final Map<String, Content> files = new TreeMap<>();
    private final Map<String, Content> durable = new HashMap<>();
    private final List<Runnable> unsynced = new ArrayList<>();
    private Predicate<String> broken = call -> false;
    private long free = Long.MAX_VALUE;
    private boolean locked;
    private final Set<MemoryFile> open = ConcurrentHashMap.newKeySet();
    private volatile Runnable beforeForce = () -> {};

    /** What a file holds now, and what it is sure to hold after a crash. */
    private static final class Content {
        private byte[] bytes = new byte[0];
        private int size;
        private byte[] synced = new byte[0];

        private void resize(int newSize) {
            if (newSize > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(newSize, bytes.length * 2));
            }
            if (newSize < size) {
                Arrays.fill(bytes, newSize, size, (byte) 0);
            }
            size = newSize;
        }

        private Content afterCrash(RandomGenerator random) {
            int least = Math.min(size, synced.length);
            int most = Math.max(size, synced.length);
            byte[] left = Arrays.copyOf(synced, least + random.nextInt(most - least + 1));
            for (int from = 0; from < left.length; from += SECTOR) {
                int to = Math.min(left.length, from + SECTOR);
                if (random.nextBoolean() && to <= size) {
                    System.arraycopy(bytes, from, left, from, to - from);
                }
            }
            Content content = new Content();
            content.bytes = left;
            content.size = left.length;
            content.synced = left.clone();
            return content;
        }
    }

    /** What another process finds after this one and its machine stopped. */
    synchronized MemoryDisk crash(RandomGenerator random) {
        int happened = random.nextInt(unsynced.size() + 1);
        unsynced.subList(0, happened).forEach(Runnable::run);
        MemoryDisk after = new MemoryDisk();
        durable.forEach((name, content) -> {
            Content left = content.afterCrash(random);
            after.files.put(name, left);
            after.durable.put(name, left);
        });
        return after;
    }

    /** What another process finds after this one was killed: everything. */
    synchronized MemoryDisk kill() {
        MemoryDisk after = new MemoryDisk();
        files.forEach((name, content) -> {
            Content left = new Content();
            left.bytes = Arrays.copyOf(content.bytes, content.size);
            left.size = content.size;
            left.synced = left.bytes.clone();
            after.files.put(name, left);
            after.durable.put(name, left);
        });
        return after;
    }

    /** Calls that fail from now on: {@code write NAME}, {@code force NAME}, {@code create NAME}, {@code sync}, {@code read NAME},
     * {@code open NAME}, {@code space}. */
    synchronized void breakCalls(Predicate<String> calls) {
        broken = calls;
    }

    /** How many files are open. */
    int openFiles() {
        return open.size();
    }

    /** What happens before each sync of a file. */
    void beforeForce(Runnable task) {
        beforeForce = task;
    }

    /** Changes a byte of a file that may be open. */
    synchronized void corrupt(String name, int at) {
        files.get(name).bytes[at] ^= 1;
    }

    synchronized void free(long bytes) {
        free = bytes;
    }

    /** A copy of a file's bytes. */
    synchronized byte[] bytes(String name) {
        Content content = files.get(name);
        return Arrays.copyOf(content.bytes, content.size);
    }

    /** Replaces a file's bytes, or makes a file. */
    synchronized void put(String name, byte[] bytes) {
        Content content = new Content();
        content.bytes = bytes.clone();
        content.size = bytes.length;
        content.synced = bytes.clone();
        files.put(name, content);
        durable.put(name, content);
    }

    private void check(String call) throws IOException {
        if (broken.test(call)) {
            throw new IOException("expected by the test: " + call);
        }
    }

    private void checkOpening(String call) throws PassingException {
        try {
            check(call);
        } catch (IOException e) {
            throw new PassingException(e);
        }
    }

    @Override
    public synchronized Closeable lock() throws IOException {
        if (locked) {
            throw new IOException("the queue is open in this process");
        }
        locked = true;
        return () -> locked = false;
    }

    @Override
    public synchronized List<String> list() {
        return List.copyOf(files.keySet());
    }

    @Override
    public synchronized DataFile create(String name) throws IOException {
        checkOpening("create " + name);
        Content content = new Content();
        if (files.putIfAbsent(name, content) != null) {
            throw new IOException("there is such a file: " + name);
        }
        unsynced.add(() -> durable.put(name, content));
        return new MemoryFile(name, content);
    }

    @Override
    public synchronized DataFile open(String name) throws IOException {
        checkOpening("open " + name);
        Content content = files.get(name);
        if (content == null) {
            throw new FileNotFoundException(name);
        }
        return new MemoryFile(name, content);
    }

    @Override
    public synchronized void delete(String name) throws IOException {
        check("delete " + name);
        if (files.remove(name) == null) {
            throw new FileNotFoundException(name);
        }
        unsynced.add(() -> durable.remove(name));
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        check("rename " + from);
        Content content = files.remove(from);
        if (content == null) {
            throw new FileNotFoundException(from);
        }
        files.put(to, content);
        unsynced.add(() -> {
            durable.remove(from);
            durable.put(to, content);
        });
    }

    @Override
    public synchronized void sync() throws IOException {
        check("sync");
        unsynced.forEach(Runnable::run);
        unsynced.clear();
    }

    @Override
    public synchronized long usableSpace() throws IOException {
        checkOpening("space");
        return free;
    }

    @Override
    public String pathOf(String name) {
        return "/memory/" + name;
    }

    private final class MemoryFile implements DataFile {

        private final String name;
        private final Content content;

        private MemoryFile(String name, Content content) {
            this.name = name;
            this.content = content;
            open.add(this);
        }

        @Override
        public void write(ByteBuffer from, long at) throws IOException {
            synchronized (MemoryDisk.this) {
                check("write " + name);
                int end = (int) at + from.remaining();
                content.resize(Math.max(content.size, end));
                from.get(content.bytes, (int) at, from.remaining());
            }
        }

        @Override
        public void read(ByteBuffer into, long at) throws IOException {
            synchronized (MemoryDisk.this) {
                check("read " + name);
                if (!open.contains(this)) {
                    throw new ClosedChannelException();
                }
                int length = Math.clamp(content.size - at, 0, into.remaining());
                into.put(content.bytes, (int) Math.min(at, content.size), length);
            }
        }

        @Override
        public void force() throws IOException {
            beforeForce.run();
            synchronized (MemoryDisk.this) {
                check("force " + name);
                content.synced = Arrays.copyOf(content.bytes, content.size);
            }
        }

        @Override
        public long size() {
            synchronized (MemoryDisk.this) {
                return content.size;
            }
        }

        @Override
        public void truncate(long newSize) {
            synchronized (MemoryDisk.this) {
                if (newSize < content.size) {
                    content.resize((int) newSize);
                }
            }
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }
}

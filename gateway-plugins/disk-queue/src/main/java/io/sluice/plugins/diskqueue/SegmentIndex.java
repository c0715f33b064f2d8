package io.sluice.plugins.diskqueue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Where the records of each lane begin in the segment that is written: 4 bytes a record. For one thread at a time. */
final class SegmentIndex {

    private static final int CHUNK = 1024;

    private final List<List<int[]>> chunks = new ArrayList<>();
    private final int[] counts;

    SegmentIndex(int lanes) {
        counts = new int[lanes];
        for (int lane = 0; lane < lanes; lane++) {
            chunks.add(new ArrayList<>());
        }
    }

    void add(int lane, int offset) {
        List<int[]> own = chunks.get(lane);
        int place = counts[lane] % CHUNK;
        if (place == 0) {
            own.add(new int[CHUNK]);
        }
        own.getLast()[place] = offset;
        counts[lane]++;
    }

    int count(int lane) {
        return counts[lane];
    }

    /** A copy of all lanes' numbers of records. */
    int[] counts() {
        return counts.clone();
    }

    int offset(int lane, int ordinal) {
        return chunks.get(lane).get(ordinal / CHUNK)[ordinal % CHUNK];
    }

    /** The index as it stands in a file: the number of records of each lane, then their offsets lane by lane. */
    ByteBuffer encode() {
        int all = 0;
        for (int count : counts) {
            all += count;
        }
        ByteBuffer bytes = ByteBuffer.allocate((counts.length + all) * Integer.BYTES);
        for (int count : counts) {
            bytes.putInt(count);
        }
        for (int lane = 0; lane < counts.length; lane++) {
            for (int ordinal = 0; ordinal < counts[lane]; ordinal++) {
                bytes.putInt(offset(lane, ordinal));
            }
        }
        return bytes.flip();
    }
}

package io.sluice.server;

import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2Stream;

/** What became of the last streams of a connection that are no more. On its event loop. */
final class PastStreams extends Http2ConnectionAdapter {
    private static final int LEAST = 256;
    private static final int MOST = 4096;

    private final Numbers reset;
    private final Numbers ended;
    /** Numbers that the client has left out, as the first and the last of each range. */
    private final Numbers leftOut;

    private int newest = -1;

    /**
     * Knows the last 256 to 4,096 streams of each kind.
     *
     * @param streams how many may be open at a time; twice as many are known
     */
    PastStreams(int streams) {
        int most = 2 * Math.clamp(streams, LEAST / 2, MOST / 2);
        reset = new Numbers(most);
        ended = new Numbers(most);
        leftOut = new Numbers(most);
    }

    @Override
    public void onStreamAdded(Http2Stream stream) {
        int id = stream.id();
        if (id > newest + 2) {
            leftOut.add(newest + 2);
            leftOut.add(id - 2);
        }
        newest = Math.max(newest, id);
    }

    @Override
    public void onStreamActive(Http2Stream stream) {
        noteEnd(stream);
    }

    @Override
    public void onStreamHalfClosed(Http2Stream stream) {
        noteEnd(stream);
    }

    private void noteEnd(Http2Stream stream) {
        if (stream.state() == Http2Stream.State.HALF_CLOSED_REMOTE) {
            ended.add(stream.id());
        }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        if (stream.isResetSent()) {
            reset.add(stream.id());
        }
    }

    /** Whether the stream was reset here. */
    boolean isReset(int id) {
        return reset.has(id);
    }

    /** Whether the client had ended it before it was answered. */
    boolean isEnded(int id) {
        return ended.has(id);
    }

    /** Whether the client has opened a later one, and never that one. */
    boolean isLeftOut(int id) {
        for (int i = 0; i + 1 < leftOut.size(); i += 2) {
            if (leftOut.at(i) <= id && id <= leftOut.at(i + 1)) {
                return true;
            }
        }
        return false;
    }

    /** The last numbers that were added. */
    private static final class Numbers {
        private static final int[] NONE = {};

        /** Even. */
        private final int most;

        private int[] numbers = NONE;
        private int count;

        Numbers(int most) {
            this.most = most;
        }

        void add(int number) {
            if (numbers.length == 0) {
                numbers = new int[most];
            }
            numbers[count % most] = number;
            // Stays below twice the length, so that it never overflows and keeps pairs together.
            count = count + 1 == 2 * most ? most : count + 1;
        }

        int size() {
            return Math.min(count, numbers.length);
        }

        int at(int position) {
            return numbers[position];
        }

        boolean has(int number) {
            for (int i = 0; i < size(); i++) {
                if (numbers[i] == number) {
                    return true;
                }
            }
            return false;
        }
    }
}

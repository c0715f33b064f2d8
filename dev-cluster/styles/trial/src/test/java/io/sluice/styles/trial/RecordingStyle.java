package io.sluice.styles.trial;

import java.util.ArrayList;
import java.util.List;

/** Notes what it is asked for, and takes a set time of a clock for it. */
final class RecordingStyle implements ClientStyle {
    final List<Bulk> bulks = new ArrayList<>();
    final List<String> phrases = new ArrayList<>();
    long now;
    private final long[] searchNanos;

    /** @param searchNanos how long each search takes; after the last they take no time */
    RecordingStyle(long... searchNanos) {
        this.searchNanos = searchNanos;
    }

    SearchTrial.Clock clock() {
        return new SearchTrial.Clock(() -> now, due -> now = Math.max(now, due));
    }

    @Override
    public void bulk(String index, Bulk documents) {
        bulks.add(documents);
    }

    @Override
    public long search(String index, String phrase) {
        now += phrases.size() < searchNanos.length ? searchNanos[phrases.size()] : 0;
        phrases.add(phrase);
        return 0;
    }

    @Override
    public void close() {}
}

package io.sluice.filters.queryguard;

import io.sluice.api.Json;
import io.sluice.api.JsonMember;
import io.sluice.api.Reply;
import io.sluice.filters.search.SearchWork;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The page that a search asks for, and the texts it has, in its URL and its body; of a value that stands in both the larger one counts.
 * Where none says how many hits, a server has a number of its own. For one search.
 */
final class Page {

    private static final long DEFAULT_SIZE = 10;
    private static final long DEFAULT_SIZE_OF_TILES = 10_000;

    private final Judge judge;
    private final long defaultSize;
    private final SearchWork work = new SearchWork();
    private long from;
    private long size;
    private boolean sized;
    private boolean timed;

    Page(Judge judge) {
        this(judge, DEFAULT_SIZE);
    }

    private Page(Judge judge, long defaultSize) {
        this.judge = judge;
        this.defaultSize = defaultSize;
    }

    /** That of a search whose hits make a tile, which has no timeout. */
    static Page ofTile(Judge judge) {
        Page page = new Page(judge, DEFAULT_SIZE_OF_TILES);
        page.timed();
        return page;
    }

    /** What a size means: Elasticsearch 7 takes a negative one for none. */
    static long meant(long size) {
        return size < 0 ? DEFAULT_SIZE : size;
    }

    /** The texts of the search, in its URL and its body. */
    SearchWork work() {
        return work;
    }

    /** Another search with the same page so far. */
    Page copy() {
        Page copy = new Page(judge, defaultSize);
        copy.from = from;
        copy.size = size;
        copy.sized = sized;
        copy.timed = timed;
        return copy;
    }

    @Nullable Reply from(long value, Supplier<String> place) {
        from = Math.max(from, value);
        return window(place);
    }

    /** @param value as it is sent on */
    @Nullable Reply size(long value, Supplier<String> place) {
        size = Math.max(size, value);
        sized = true;
        return window(place);
    }

    /** Notes that the search has a timeout. */
    void timed() {
        timed = true;
    }

    boolean isTimed() {
        return timed;
    }

    private @Nullable Reply window(Supplier<String> place) {
        long end = from > Long.MAX_VALUE - size ? Long.MAX_VALUE : from + size;
        return judge.refusal(Kind.WINDOW, end, place);
    }

    /** The size that the limits leave, where the search does not say how many hits it wants; null if that changes nothing. */
    @Nullable JsonMember rest() {
        long left = Math.min(judge.enforced(Kind.SIZE), judge.enforced(Kind.WINDOW) - from);
        return sized || left >= defaultSize ? null : new JsonMember("size", Json.number(Math.max(0, left)));
    }
}

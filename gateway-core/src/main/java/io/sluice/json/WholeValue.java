package io.sluice.json;

import org.jspecify.annotations.Nullable;

/** A value that is copied or dropped as a whole, without asking the visitor about its content. On the exchange's event loop. */
final class WholeValue {

    private static final int NONE = -1;

    private final JsonTokenizer tokenizer;
    private final Splicer splicer;

    /** The depth at which the value ends; NONE while there is no value. */
    private int until = NONE;

    private boolean dropped;
    /** What follows the value: the rest of a template. */
    private @Nullable TemplateEnd behind;

    WholeValue(JsonTokenizer tokenizer, Splicer splicer) {
        this.tokenizer = tokenizer;
        this.splicer = splicer;
    }

    /** Begins a text, which is copied whole if {@code all} is set. */
    void reset(boolean all) {
        until = all ? 0 : NONE;
        dropped = false;
        behind = null;
    }

    /** Whether the value has begun and not ended. */
    boolean isOpen() {
        return until != NONE;
    }

    /** Skips to the value's end; returns its last token, or MORE or FAILED. */
    JsonToken skip() {
        return tokenizer.skipTo(until);
    }

    /**
     * Begins the value at the tokenizer's token, and ends it if the token is the whole value.
     *
     * @param drop whether it is dropped and not copied
     * @param suffix what is inserted after it; null for nothing
     */
    void pass(JsonToken token, boolean drop, @Nullable TemplateEnd suffix) {
        boolean open = token.opens();
        if (!open && !drop && suffix == null && token != JsonToken.OVERSIZED) {
            splicer.keepTo(tokenizer.tokenTo());
            return;
        }
        dropped = drop;
        behind = suffix;
        if (open || token == JsonToken.OVERSIZED) {
            until = open ? tokenizer.depth() - 1 : tokenizer.depth();
            tokenizer.capture(false);
        } else {
            end();
        }
    }

    /** Copies or drops the part of the value that has arrived, since the window ends. */
    void decide() {
        decide(tokenizer.position());
    }

    private void decide(long offset) {
        if (dropped) {
            splicer.dropTo(offset);
        } else {
            splicer.keepTo(offset);
        }
    }

    /** Ends the value at the tokenizer's token. */
    void end() {
        decide(tokenizer.tokenTo());
        until = NONE;
        dropped = false;
        tokenizer.capture(true);
        if (behind != null) {
            splicer.insert(behind.utf8());
            behind = null;
        }
    }
}

package io.sluice.bulk.answer;

import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a bulk's answer up to its items, and from after them to its end. Unknown members are skipped. Can pause at
 * any byte; for one answer, on the exchange's event loop.
 */
final class AnswerHead {

    private static final int MAX_DIGITS = 18;
    private static final int MEMBERS = 1;

    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);
    private final List<HeadMember> members = new ArrayList<>(3);

    private boolean errors;
    private long took;
    private long ingestTook;
    /** The member whose value comes next; null for one that is not known. */
    private @Nullable HeadMember member;

    private boolean atItems;
    /** Whether a container of an unknown member is being skipped. */
    private boolean passing;

    private @Nullable String broken;

    AnswerHead() {
        tokenizer.capture(true);
    }

    /**
     * Reads on to the items.
     *
     * @return the index behind the bracket that opens the items; -1 if it is not in [from, to)
     */
    int read(byte[] bytes, int from, int to, long offset) {
        tokenizer.feed(bytes, from, to, offset);
        while (broken == null) {
            JsonToken token = passing ? tokenizer.skipTo(MEMBERS) : tokenizer.next();
            if (token == JsonToken.MORE) {
                return -1;
            }
            if (token == JsonToken.ARRAY && atItems) {
                check();
                return from + (int) (tokenizer.position() - offset);
            }
            token(token);
        }
        return -1;
    }

    private void token(JsonToken token) {
        if (passing) {
            passing = false;
            return;
        }
        switch (token) {
            case FAILED -> broken = "it is not JSON: " + tokenizer.failure();
            case NAME -> name();
            case OBJECT, ARRAY -> open(token);
            case OBJECT_END -> broken = "it has no items";
            default -> value(token);
        }
    }

    private void name() {
        member = null;
        atItems = TokenText.is(tokenizer, "items");
        for (HeadMember known : HeadMember.values()) {
            if (TokenText.is(tokenizer, known.key())) {
                member = known;
            }
        }
        if (member != null && members.contains(member)) {
            broken = "it says " + member.key() + " twice";
        }
    }

    private void open(JsonToken token) {
        if (tokenizer.depth() == MEMBERS) {
            if (token == JsonToken.ARRAY) {
                broken = "it is an array";
            }
        } else if (member != null || atItems) {
            broken = "its head has a value of another kind";
        } else {
            passing = true;
        }
    }

    private void value(JsonToken token) {
        if (tokenizer.depth() < MEMBERS || atItems) {
            broken = "it is not an object with items";
        } else if (member != null) {
            if (member == HeadMember.ERRORS ? !flag(token) : !number(token, member)) {
                broken = "its head has a value of another kind";
            }
            members.add(member);
        }
    }

    private boolean flag(JsonToken token) {
        errors = token == JsonToken.TRUE;
        return errors || token == JsonToken.FALSE;
    }

    private boolean number(JsonToken token, HeadMember of) {
        int length = tokenizer.contentLength();
        if (token != JsonToken.NUMBER || length > MAX_DIGITS) {
            return false;
        }
        long value = 0;
        int from = tokenizer.contentFrom();
        for (int i = from; i < from + length; i++) {
            int digit = tokenizer.content()[i] - '0';
            if (digit < 0 || digit > 9) {
                return false;
            }
            value = value * 10 + digit;
        }
        if (of == HeadMember.TOOK) {
            took = value;
        } else {
            ingestTook = value;
        }
        return true;
    }

    private void check() {
        if (!members.contains(HeadMember.TOOK) || !members.contains(HeadMember.ERRORS)) {
            broken = "it does not say took and errors before its items";
        }
    }

    /** Reads what follows the items, from their closing bracket on. */
    void readTail(byte[] bytes, int from, int to, long offset) {
        tokenizer.feed(bytes, from, to, offset);
        JsonToken token;
        do {
            token = tokenizer.next();
        } while (token != JsonToken.MORE && token != JsonToken.FAILED);
        if (token == JsonToken.FAILED) {
            broken = "it is not JSON: " + tokenizer.failure();
        }
    }

    /** The answer has ended. */
    void end() {
        JsonToken token = tokenizer.finish();
        if (token != JsonToken.END) {
            broken = "it is cut off";
        }
    }

    /** Why this is not the answer of a bulk; null while it may be one. */
    @Nullable String broken() {
        return broken;
    }

    List<HeadMember> members() {
        return members;
    }

    boolean errors() {
        return errors;
    }

    long took() {
        return took;
    }

    long ingestTook() {
        return ingestTook;
    }
}

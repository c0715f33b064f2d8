package io.sluice.bulk.answer;

import io.sluice.json.JsonLimits;
import io.sluice.json.JsonToken;
import io.sluice.json.JsonTokenizer;
import java.util.List;

/** Reads the failure from the result of one item. Reused; for one thread. */
public final class ItemResult {

    private static final List<String> TRANSIENT =
            List.of("es_rejected_execution_exception", "rejected_execution_exception", "circuit_breaking_exception");
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int RESULT = 2;
    private static final int CAUSE = 3;

    private final JsonTokenizer tokenizer = new JsonTokenizer(JsonLimits.DEFAULT);

    private boolean failed;
    private int status;
    private boolean transientType;
    private boolean partRefused;
    private boolean partNotTaken;

    /** Reads an item. */
    public void read(byte[] bytes, int from, int to) {
        failed = false;
        status = 0;
        transientType = false;
        partRefused = false;
        partNotTaken = false;
        tokenizer.reset(from, 1);
        tokenizer.feed(bytes, from, to, from);
        boolean inError = false;
        while (true) {
            JsonToken token = tokenizer.next();
            switch (token) {
                case NAME -> inError = member(inError);
                case OBJECT, ARRAY -> {
                    if (tokenizer.depth() > RESULT && !(inError && tokenizer.depth() == CAUSE)) {
                        tokenizer.skipTo(tokenizer.depth() - 1);
                    }
                }
                case MORE, FAILED, END, EMPTY -> {
                    return;
                }
                default -> {}
            }
        }
    }

    /** Reads a member; returns whether it is the error or inside it. */
    private boolean member(boolean inError) {
        if (tokenizer.depth() == RESULT) {
            boolean error = TokenText.is(tokenizer, "error");
            failed |= error;
            if (TokenText.is(tokenizer, "status") && tokenizer.next() == JsonToken.NUMBER) {
                status = TokenText.number(tokenizer);
            }
            return error;
        }
        if (tokenizer.depth() == CAUSE && TokenText.is(tokenizer, "type") && tokenizer.next() == JsonToken.STRING) {
            for (String type : TRANSIENT) {
                transientType |= TokenText.is(tokenizer, type);
            }
            partRefused |= TokenText.is(tokenizer, ItemFailure.PART_REFUSED);
            partNotTaken |= TokenText.is(tokenizer, ItemFailure.PART_NOT_TAKEN);
        }
        return inError;
    }

    /** Whether the item failed. */
    public boolean failed() {
        return failed;
    }

    /** Whether the server was too busy to execute the item. */
    public boolean mayBeSentAgain() {
        return failed && status == TOO_MANY_REQUESTS && transientType;
    }

    /** Whether the status is that of the item's whole part of a bulk, which a node did not take. */
    public boolean isOfPart() {
        return partRefused || partNotTaken;
    }

    /** Whether it is, and the part may have been refused for what one of its items says. */
    public boolean partRefused() {
        return partRefused;
    }

    /** The status that the server gave the item; 0 if it gave none that can be read. */
    public int status() {
        return status;
    }
}

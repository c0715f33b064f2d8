package io.sluice.json;

import io.sluice.api.Json;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonSplice;
import io.sluice.api.JsonVisitor;
import io.sluice.api.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a visitor over one JSON text after another, and tells a {@link Splicer} what to keep, drop and put in. Takes windows of any
 * size, asks as early as possible, and holds back at most the current value with its name. On the exchange's event loop.
 */
public final class JsonEditor {

    private final Splicer splicer;
    private final JsonLimits limits;
    private final BodySide side;
    private final int maxLead;
    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final ElementForms forms;
    private final MemberLead lead;
    private final WholeValue whole;
    private final ValueEdits edits;

    private @Nullable JsonVisitor visitor;
    private ElementForm form;
    private JsonNames guarded = JsonNames.none();
    /** The text that ended last had no value, and nothing was put in its place. */
    private boolean leftEmpty;
    /** The visitor has decided about the rest of the text. */
    private boolean done;

    /** Works on the splicer's body. */
    public JsonEditor(Splicer splicer, JsonLimits limits, BodySide side) {
        this.splicer = splicer;
        this.limits = limits;
        this.side = side;
        this.maxLead = limits.maxLead();
        this.tokenizer = new JsonTokenizer(limits);
        this.path = new JsonPath(tokenizer, limits);
        this.forms = new ElementForms(tokenizer, path, splicer);
        this.form = forms.of(null, false);
        this.lead = new MemberLead(tokenizer, path, splicer);
        this.whole = new WholeValue(tokenizer, splicer);
        this.edits = new ValueEdits(tokenizer, path, splicer, lead, whole);
    }

    /**
     * Begins a text.
     *
     * @param newVisitor null to check and copy it
     * @param offset the position of its first byte in the body
     * @param line the number of its first line, for messages
     */
    public void begin(@Nullable JsonVisitor newVisitor, long offset, int line) {
        start(newVisitor, offset, line);
        form = forms.of(newVisitor, guarded.isEmpty());
    }

    /** Begins one of many texts, such as the sources of a bulk: it is compared with those that the visitor read before. */
    public void beginNext(JsonVisitor newVisitor, long offset, int line) {
        start(newVisitor, offset, line);
        form = forms.ofNext(newVisitor, guarded.isEmpty());
    }

    private void start(@Nullable JsonVisitor newVisitor, long offset, int line) {
        visitor = newVisitor;
        done = false;
        guarded = newVisitor == null ? JsonNames.none() : newVisitor.guardedNames();
        tokenizer.reset(offset, line);
        tokenizer.capture(newVisitor != null);
        tokenizer.refuseHalfPairs(newVisitor != null && newVisitor.refusesHalfPairs());
        path.reset();
        whole.reset(newVisitor == null);
    }

    /** Reads more bytes of the text; returns a Reply if the text is refused, after which nothing may follow. */
    public @Nullable Reply run(byte[] bytes, int from, int to, long offset) {
        tokenizer.feed(bytes, from, to, offset);
        form.window();
        return run();
    }

    private @Nullable Reply run() {
        while (true) {
            Reply reply = null;
            if (!whole.isOpen()) {
                JsonToken token = form.next();
                if (token == JsonToken.NAME) {
                    reply = name();
                } else if (token == JsonToken.MORE || token == JsonToken.FAILED) {
                    return pause(token);
                } else {
                    reply = decide(token);
                }
            } else {
                JsonToken token = whole.skip();
                if (token == JsonToken.MORE || token == JsonToken.FAILED) {
                    return pause(token);
                }
                whole.end();
                form.asked();
            }
            if (reply != null || done) {
                return reply;
            }
        }
    }

    /** Whether the rest of the text is kept unread; no call but {@link #begin}, {@link #endChunk} and {@link #release} may follow then. */
    boolean isDone() {
        return done;
    }

    /** Ends the text; returns a Reply if it is refused. A whole body of white space is none: servers look for its value for ever. */
    public @Nullable Reply finish(boolean wholeBody) {
        JsonToken token = tokenizer.finish();
        if (token == JsonToken.NUMBER) {
            Reply reply = null;
            if (whole.isOpen()) {
                whole.end();
            } else {
                reply = decide(token);
            }
            return reply == null ? finish(wholeBody) : reply;
        }
        if (token == JsonToken.FAILED) {
            return tokenizer.failure().reply(side);
        }
        Json body = token == JsonToken.EMPTY && visitor != null ? visitor.onEmptyBody() : null;
        leftEmpty = token == JsonToken.EMPTY && body == null;
        if (body != null || leftEmpty && wholeBody) {
            splicer.dropTo(tokenizer.position());
            splicer.insert(body == null ? new byte[0] : body.utf8());
        }
        splicer.keepTo(tokenizer.position());
        return null;
    }

    /** Whether the text that ended last had no value, and its visitor put nothing in its place. */
    boolean leftEmpty() {
        return leftEmpty;
    }

    /** Drops the references to the visitor and the window, and large buffers. The next call is {@link #begin}. */
    void release() {
        visitor = null;
        guarded = JsonNames.none();
        tokenizer.release();
        path.release();
    }

    /** The number of the current line. */
    public int line() {
        return tokenizer.line();
    }

    /**
     * Ends a chunk of the body.
     *
     * @param refusal of what was in it; null if there is none
     * @param out is given the refusal, or that of a chunk of which too much would have to be held back
     */
    void endChunk(@Nullable Reply refusal, ByteSink out) {
        endChunk(refusal, limits.maxHeld(), out);
    }

    /**
     * Ends a chunk of a body of which these texts are only a part.
     *
     * @param refusal of what was in it; null if there is none
     * @param maxHeld how many bytes of the body may be held back
     * @param out is given the refusal, or that of a chunk of which too much would have to be held back
     */
    public void endChunk(@Nullable Reply refusal, int maxHeld, ByteSink out) {
        Reply last = refusal == null && splicer.endChunk() > maxHeld ? tooMuchHeld() : refusal;
        if (last != null) {
            splicer.release();
            out.refuse(last);
        }
    }

    private Reply tooMuchHeld() {
        return side.refusal(413, "json_parse_exception", "too much white space between two tokens");
    }

    private @Nullable Reply decide(JsonToken token) {
        if (tokenizer.tokenFrom() - splicer.decided() > maxLead) {
            return tooMuchHeld();
        }
        if (token == JsonToken.OBJECT_END || token == JsonToken.ARRAY_END) {
            close(token == JsonToken.OBJECT_END);
            return null;
        }
        return value(token);
    }

    /** Ends the window: what is decided is released, a name whose value has not come is copied. */
    private @Nullable Reply pause(JsonToken token) {
        if (token == JsonToken.FAILED) {
            return tokenizer.failure().reply(side);
        }
        if (whole.isOpen()) {
            whole.decide();
        } else if (tokenizer.isDone()) {
            splicer.keepTo(tokenizer.position());
        } else {
            path.keepName();
        }
        return null;
    }

    private @Nullable Reply name() {
        lead.name();
        path.takeName();
        form.name();
        JsonFrame frame = path.top();
        if (frame.unwrapped && frame.unwrap != null && path.nameIs(frame.unwrap.member())) {
            return duplicate();
        }
        if (!guarded.isEmpty()) {
            int guard = path.nameIn(guarded);
            if (guard >= 0) {
                if ((frame.seen & 1L << guard) != 0) {
                    return duplicate();
                }
                frame.seen |= 1L << guard;
            }
        }
        return null;
    }

    private Reply duplicate() {
        return refusal(400, "Duplicate field '" + path.name() + "'");
    }

    private Reply refusal(int status, String reason) {
        return tokenizer.failureAtToken(status, reason).reply(side);
    }

    private @Nullable Reply value(JsonToken token) {
        path.takeValue(token);
        form.stop(false);
        boolean element = form.isElement(token);
        int around = path.depth();
        if (path.depth() > 0) {
            JsonFrame parent = path.top();
            parent.child++;
            if (parent.unwrap != null && !isUnwrapped(parent, parent.unwrap)) {
                path.forgetName();
                whole.pass(token, true, null);
                return null;
            }
        }
        JsonEdit edit;
        try {
            edit = visitorOf().onValue(path);
        } catch (OversizedException e) {
            return refusal(413, "a string is longer than " + limits.maxScalar() + " bytes and a filter needs its text");
        }
        if (edit instanceof JsonSplice.Last last) {
            edit = last(last);
        }
        Reply reply = edits.apply(token, edit, form);
        path.forgetName();
        if (edit instanceof JsonSplice.Always) {
            form.always(token);
        } else if (!whole.isOpen()) {
            form.asked();
        }
        if (element && path.depth() > around) {
            form.element();
        }
        return reply;
    }

    private JsonEdit last(JsonSplice.Last last) {
        if (side == BodySide.REQUEST) {
            throw new IllegalStateException("a filter cannot leave a request unread: " + path);
        }
        done = true;
        return last.edit();
    }

    private JsonVisitor visitorOf() {
        if (visitor == null) {
            throw new IllegalStateException("no visitor");
        }
        return visitor;
    }

    private boolean isUnwrapped(JsonFrame parent, JsonSplice.Unwrap unwrap) {
        if (parent.unwrapped || !path.nameIs(unwrap.member())) {
            return false;
        }
        parent.unwrapped = true;
        return true;
    }

    private void close(boolean object) {
        form.stop(true);
        JsonFrame frame = path.pop(object);
        if (frame.unwrap != null) {
            if (!frame.unwrapped) {
                splicer.insert(frame.unwrap.otherwise().utf8());
            }
            splicer.dropTo(tokenizer.tokenTo());
        } else {
            List<JsonMember> added = object ? visitorOf().onObjectEnd(path) : List.of();
            // What came empty is not what an edit left of it.
            if (!added.isEmpty() || frame.child < 0) {
                lead.add(added, frame);
            }
            if (frame.opening == null) {
                splicer.keepTo(tokenizer.tokenTo());
            } else {
                splicer.dropTo(tokenizer.tokenTo());
            }
        }
        path.forgetName();
        if (frame.suffix != null) {
            splicer.insert(frame.suffix.utf8());
        }
        form.closed(frame);
    }
}

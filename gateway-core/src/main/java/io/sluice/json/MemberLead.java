package io.sluice.json;

import io.sluice.api.Json;
import io.sluice.api.JsonMember;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes before a value in its container: comma, white space and name. On the exchange's event loop. */
final class MemberLead {

    static final byte[] COMMA = {','};

    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final Splicer splicer;

    private long nameFrom;
    private long nameTo;

    MemberLead(JsonTokenizer tokenizer, JsonPath path, Splicer splicer) {
        this.tokenizer = tokenizer;
        this.path = path;
        this.splicer = splicer;
    }

    /** Takes the tokenizer's current name. */
    void name() {
        nameFrom = tokenizer.tokenFrom();
        nameTo = tokenizer.tokenTo();
    }

    /** Keeps it, without the comma if the members before were left out, and not at all if the value replaces its object. */
    void keep() {
        if (path.depth() > 0 && path.top().unwrap != null) {
            splicer.dropTo(tokenizer.tokenFrom());
            return;
        }
        comma();
        splicer.keepTo(tokenizer.tokenFrom());
    }

    /** Keeps it with another name. */
    void rename(String newName) {
        checkName();
        comma();
        splicer.keepTo(nameFrom);
        splicer.insert(Json.string(newName).utf8());
        splicer.dropTo(nameTo);
        splicer.keepTo(tokenizer.tokenFrom());
    }

    /** Keeps it with a prefix before the name. */
    void lengthen(Json beginning) {
        checkName();
        comma();
        splicer.keepTo(nameFrom + 1);
        splicer.insertInside(beginning);
        splicer.keepTo(tokenizer.tokenFrom());
    }

    /** Keeps what precedes the comma, which is dropped with the value. */
    void drop() {
        long comma = tokenizer.comma();
        if (comma >= splicer.decided()) {
            splicer.keepTo(comma);
        }
    }

    /**
     * Leaves it to be written when a child of the container is kept.
     *
     * @param name the name that the container then has; null for an element
     */
    byte[] postpone(JsonToken token, @Nullable String name) {
        if (name != null) {
            checkName();
        }
        drop();
        splicer.dropTo(tokenizer.tokenTo());
        String bracket = token == JsonToken.OBJECT ? "{" : "[";
        return name == null
                ? bracket.getBytes(StandardCharsets.UTF_8)
                : (Json.string(name) + ":" + bracket).getBytes(StandardCharsets.UTF_8);
    }

    /** Adds members at the end of an object that was just left. */
    void add(List<JsonMember> members, JsonFrame object) {
        open(object, path.depth());
        for (int i = 0; i < members.size(); i++) {
            if (object.filled || i > 0) {
                splicer.insert(COMMA);
            }
            splicer.insert(members.get(i).utf8());
        }
    }

    /** Writes the postponed names and brackets of the container at a depth and of those around it. */
    private void open(JsonFrame frame, int depth) {
        if (frame.opening == null) {
            return;
        }
        JsonFrame parent = path.frameAt(depth - 1);
        open(parent, depth - 1);
        if (parent.filled) {
            splicer.insert(COMMA);
        }
        parent.filled = true;
        splicer.insert(frame.opening);
        frame.opening = null;
    }

    private void checkName() {
        if (!path.hasName()) {
            throw new IllegalStateException("only a member of an object can have a new name: " + path);
        }
        if (path.top().unwrap != null) {
            throw new IllegalStateException("the member that stands for its object has no name: " + path);
        }
    }

    private void comma() {
        if (path.depth() == 0) {
            return;
        }
        JsonFrame parent = path.top();
        open(parent, path.depth() - 1);
        long comma = tokenizer.comma();
        if (!parent.filled && comma >= splicer.decided()) {
            splicer.keepTo(comma);
            splicer.dropTo(comma + 1);
        }
        parent.filled = true;
    }
}

package io.sluice.bulk.answer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sluice.json.JsonLimits;
import io.sluice.json.PrettyJson;
import java.nio.charset.StandardCharsets;

/**
 * Writes a bulk's answer according to a view: the members of its head, then items, then its end. Items may be written before the
 * head, to be put behind it. Members that would be empty are left out, as servers do. For one answer, on the exchange's event loop.
 */
final class ResultWriter {

    /** The number of containers around an item. */
    private static final int DEPTH = 2;

    private final ResultView view;
    private final ItemProjector projector;
    private final PrettyJson pretty = new PrettyJson(DEPTH, JsonLimits.DEFAULT);
    /** The current item. */
    private final ByteBuf item = Unpooled.buffer(0);
    /** What is left of it. */
    private final ByteBuf projected = Unpooled.buffer(0);

    private final ItemResult result = new ItemResult();
    private int failedItems;
    private boolean anyMember;
    private boolean anyItem;
    /** Whether the head stands before what is written. */
    private boolean headWritten;

    ResultWriter(ResultView view) {
        this.view = view;
        this.projector = new ItemProjector(view.items());
    }

    /** Writes a member of the head, if it is wanted. */
    void member(HeadMember member, String json, ByteBuf out) {
        if (view.shows(member)) {
            name(member.key(), out);
            ascii(json, out);
        }
    }

    /** The head is complete; items that were written before it belong behind it. */
    void headWritten(ByteBuf out) {
        headWritten = true;
        if (anyItem) {
            openItems(out);
        }
    }

    private void openItems(ByteBuf out) {
        name("items", out);
        out.writeByte('[');
    }

    private void name(String name, ByteBuf out) {
        if (view.isPretty()) {
            ascii(anyMember ? ",\n  \"" : "{\n  \"", out);
        } else {
            ascii(anyMember ? ",\"" : "{\"", out);
        }
        anyMember = true;
        ascii(name, out);
        ascii(view.isPretty() ? "\" : " : "\":", out);
    }

    /** Takes items and writes what is wanted of them; false if one is not the result of an item. */
    boolean items(ItemSource source, int count, ByteBuf out) {
        if (view.items().showsNothing()) {
            source.skipNext(count);
            return true;
        }
        boolean fromServer = source instanceof SubAnswer;
        boolean whole =
                view.items().showsEverything() || fromServer && view.items().isAsServersTell();
        if (whole && (fromServer || !view.isPretty()) && !source.errors()) {
            beginItem(out);
            source.writeNext(count, out);
            return true;
        }
        boolean good = true;
        for (int i = 0; i < count && good; i++) {
            item.clear();
            source.writeNext(1, item);
            if (source.errors()) {
                count();
            }
            good = whole ? print(item, out) : project(out);
        }
        return good;
    }

    private void count() {
        result.read(item.array(), 0, item.writerIndex());
        if (result.failed()) {
            failedItems++;
        }
    }

    /** How many of the items so far have an error; those whose errors the servers were not asked for do not count. */
    int failedItems() {
        return failedItems;
    }

    private boolean project(ByteBuf out) {
        projected.clear();
        if (!projector.project(item.array(), 0, item.writerIndex(), projected)) {
            return false;
        }
        if (!projected.isReadable()) {
            return true;
        }
        return print(projected, out);
    }

    private boolean print(ByteBuf from, ByteBuf out) {
        beginItem(out);
        if (!view.isPretty()) {
            out.writeBytes(from, 0, from.writerIndex());
            return true;
        }
        return pretty.write(from.array(), 0, from.writerIndex(), out);
    }

    private void beginItem(ByteBuf out) {
        if (anyItem) {
            out.writeByte(',');
        } else {
            anyItem = true;
            if (headWritten) {
                openItems(out);
            }
        }
        if (view.isPretty()) {
            ascii("\n    ", out);
        }
    }

    void end(ByteBuf out) {
        if (view.isPretty()) {
            ascii(anyItem ? "\n  ]\n}\n" : anyMember ? "\n}\n" : "{ }\n", out);
        } else {
            ascii(anyItem ? "]}" : anyMember ? "}" : "{}", out);
        }
    }

    private static void ascii(String text, ByteBuf out) {
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }
}

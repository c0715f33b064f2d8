package io.sluice.json;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonSplice;
import io.sluice.api.Reply;
import org.jspecify.annotations.Nullable;

/** Carries out the edits that a visitor decides on: tells a {@link Splicer} what becomes of a value. On the exchange's event loop. */
final class ValueEdits {

    private final JsonTokenizer tokenizer;
    private final JsonPath path;
    private final Splicer splicer;
    private final MemberLead lead;
    private final WholeValue whole;
    private final StringBeginnings strings;

    ValueEdits(JsonTokenizer tokenizer, JsonPath path, Splicer splicer, MemberLead lead, WholeValue whole) {
        this.tokenizer = tokenizer;
        this.path = path;
        this.splicer = splicer;
        this.lead = lead;
        this.whole = whole;
        this.strings = new StringBeginnings(tokenizer, path, splicer);
    }

    /** Carries out an edit of the tokenizer's value, which has a comma and a name perhaps; returns a Reply if the body is refused. */
    @Nullable Reply apply(JsonToken token, JsonEdit edit, ElementForm form) {
        // The common ones first: the switch below costs as much as scanning forty bytes.
        if (edit instanceof JsonEdit.Verbatim) {
            lead.keep();
            whole.pass(token, false, null);
            return null;
        }
        if (edit instanceof JsonSplice.Always || edit instanceof JsonEdit.Descend) {
            lead.keep();
            descend(token, null);
            return null;
        }
        switch (edit) {
            case JsonEdit.Refuse refuse -> {
                return refuse.reply();
            }
            case JsonEdit.Drop drop -> drop(token);
            case JsonEdit.Prune prune -> prune(token, path.name(), form);
            case JsonEdit.Rename rename -> {
                if (rename.edit() instanceof JsonEdit.Refuse refuse) {
                    return refuse.reply();
                }
                if (rename.edit() instanceof JsonEdit.Prune && token.opens()) {
                    prune(token, rename.name(), form);
                } else {
                    lead.rename(rename.name());
                    inside(token, rename.edit(), null, form);
                }
            }
            case JsonSplice.LengthenName longer -> {
                if (longer.edit() instanceof JsonEdit.Refuse refuse) {
                    return refuse.reply();
                }
                lead.lengthen(longer.beginning());
                inside(token, longer.edit(), null, form);
            }
            default -> {
                lead.keep();
                inside(token, edit, null, form);
            }
        }
        return null;
    }

    /** Applies the edit to the value itself; its comma and name are already decided. */
    private void inside(JsonToken token, JsonEdit edit, @Nullable TemplateEnd suffix, ElementForm form) {
        switch (edit) {
            case JsonEdit.Verbatim verbatim -> whole.pass(token, false, suffix);
            case JsonEdit.Prune scalar -> whole.pass(token, false, suffix);
            case JsonEdit.Descend descend -> descend(token, suffix);
            case JsonSplice.Always always -> descend(token, suffix);
            case JsonEdit.Replace replace -> {
                splicer.insert(replace.value().utf8());
                whole.pass(token, true, suffix);
            }
            case JsonSplice.Shorten shorten -> text(strings.shorten(shorten), token, edit, suffix);
            case JsonSplice.Lengthen longer -> text(strings.lengthen(longer), token, edit, suffix);
            case JsonEdit.Wrap wrap -> {
                splicer.insert(wrap.template().before());
                inside(token, wrap.inside(), TemplateEnd.of(wrap), form);
            }
            case JsonSplice.Unwrap unwrap -> {
                form.giveUp();
                unwrap(token, unwrap, suffix);
            }
            default -> throw contract(edit);
        }
    }

    private void text(StringBeginnings.Rest rest, JsonToken token, JsonEdit edit, @Nullable TemplateEnd suffix) {
        if (rest == StringBeginnings.Rest.NONE) {
            throw contract(edit);
        }
        whole.pass(token, rest == StringBeginnings.Rest.DROPPED, suffix);
    }

    private void descend(JsonToken token, @Nullable TemplateEnd suffix) {
        if (token.opens()) {
            splicer.keepTo(tokenizer.tokenTo());
            path.push().suffix = suffix;
        } else {
            whole.pass(token, false, suffix);
        }
    }

    private void unwrap(JsonToken token, JsonSplice.Unwrap unwrap, @Nullable TemplateEnd suffix) {
        if (token != JsonToken.OBJECT) {
            throw contract(unwrap);
        }
        splicer.dropTo(tokenizer.tokenTo());
        JsonFrame frame = path.push();
        frame.suffix = suffix;
        frame.unwrap = unwrap;
    }

    private void drop(JsonToken token) {
        if (path.depth() == 0 || path.top().unwrap != null) {
            throw contract(JsonEdit.drop());
        }
        lead.drop();
        whole.pass(token, true, null);
    }

    private void prune(JsonToken token, @Nullable String name, ElementForm form) {
        if (path.depth() == 0 || !token.opens()) {
            lead.keep();
            descend(token, null);
            return;
        }
        if (path.top().unwrap != null) {
            throw contract(JsonEdit.prune());
        }
        form.switchOff();
        byte[] opening = lead.postpone(token, name);
        path.push().opening = opening;
    }

    private IllegalStateException contract(JsonEdit edit) {
        return new IllegalStateException("a filter cannot do this with " + path + ": " + edit);
    }
}

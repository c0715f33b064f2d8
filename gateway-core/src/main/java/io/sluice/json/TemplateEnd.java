package io.sluice.json;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What follows a value that stands in a template.
 *
 * @param after the template's text behind its hole
 * @param ending gives the last members of the template, which is an object then; null where it has no more
 */
record TemplateEnd(byte[] after, @Nullable Supplier<List<JsonMember>> ending) {

    static TemplateEnd of(JsonEdit.Wrap wrap) {
        return new TemplateEnd(wrap.template().after(), wrap.ending());
    }

    /** The text, once the value has ended. */
    byte[] utf8() {
        List<JsonMember> members = ending == null ? List.of() : ending.get();
        if (members.isEmpty()) {
            return after;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(after.length + 32);
        out.write(after, 0, after.length - 1);
        for (JsonMember member : members) {
            out.writeBytes(MemberLead.COMMA);
            out.writeBytes(member.utf8());
        }
        out.write(after[after.length - 1]);
        return out.toByteArray();
    }
}

package io.sluice.json;

import io.sluice.api.JsonEdit;
import io.sluice.api.JsonMember;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.function.Supplier;

/** What follows a value that stands in a template. */
final class TemplateEnd {
    private final JsonEdit.Wrap wrap;

    private TemplateEnd(JsonEdit.Wrap wrap) {
        this.wrap = wrap;
    }

    static TemplateEnd of(JsonEdit.Wrap wrap) {
        return new TemplateEnd(wrap);
    }

    /** The text, once the value has ended. */
    byte[] utf8() {
        byte[] after = wrap.template().after();
        Supplier<List<JsonMember>> ending = wrap.ending();
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

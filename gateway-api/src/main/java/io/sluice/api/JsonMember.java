package io.sluice.api;

import java.io.ByteArrayOutputStream;

/** A member to add to an object: a name, which may be any text, and a value. Immutable and rendered once: keep what can be kept. */
public final class JsonMember {

    private final String name;
    private final Json value;
    private final byte[] utf8;

    public JsonMember(String name, Json value) {
        this.name = name;
        this.value = value;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(Json.string(name).utf8());
        out.write(':');
        out.writeBytes(value.utf8());
        this.utf8 = out.toByteArray();
    }

    public String name() {
        return name;
    }

    public Json value() {
        return value;
    }

    /** {@code "name":value} in UTF-8; not to be changed. */
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JsonMember member && name.equals(member.name) && value.equals(member.value);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + value.hashCode();
    }

    @Override
    public String toString() {
        return Json.string(name) + ":" + value;
    }
}

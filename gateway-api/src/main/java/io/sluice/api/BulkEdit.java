package io.sluice.api;

import java.util.EnumMap;

/**
 * Changes to an action line. Mutable and reusable: a visitor may keep one and fill it anew for each item; it is read before the
 * next call. Fields that are not named stay byte for byte.
 */
public final class BulkEdit {

    private final EnumMap<BulkField, Change> changes = new EnumMap<>(BulkField.class);
    private final EnumMap<BulkField, String> texts = new EnumMap<>(BulkField.class);
    private int revision;

    /** What becomes of a field. */
    public enum Change {
        /** It stays. */
        KEEP,
        /** It is set to the text, as a JSON string. */
        SET,
        /** It is set to the text, which is a JSON value. */
        SET_JSON,
        /** The text is put before its effective value; a field that is not given stays away. */
        PREFIX,
        /** It is left out of the line. */
        REMOVE
    }

    /** Forgets all changes. */
    public BulkEdit clear() {
        changes.clear();
        revision++;
        return this;
    }

    /** Another one with the same changes. */
    public BulkEdit copy() {
        BulkEdit copy = new BulkEdit();
        copy.changes.putAll(changes);
        copy.texts.putAll(texts);
        return copy;
    }

    /** Sets a field to a string, whether or not it was given. */
    public BulkEdit set(BulkField field, String text) {
        return put(field, Change.SET, text);
    }

    /** Sets a field to a JSON value, whether or not it was given; not one that says where a document lies. */
    public BulkEdit set(BulkField field, Json value) {
        return put(field, Change.SET_JSON, value.toString());
    }

    /** Puts a text before the effective value of a field that is a string or number: an id {@code 7} becomes {@code acme:7}. */
    public BulkEdit prefix(BulkField field, String text) {
        return put(field, Change.PREFIX, text);
    }

    /** Leaves a field out. What the URL says about it counts again. */
    public BulkEdit remove(BulkField field) {
        return put(field, Change.REMOVE, "");
    }

    private BulkEdit put(BulkField field, Change change, String text) {
        changes.put(field, change);
        texts.put(field, text);
        revision++;
        return this;
    }

    /** Whether nothing is to change. */
    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** How often it was changed: as long as that is the same, it says the same. */
    public int revision() {
        return revision;
    }

    /** What becomes of the field. */
    public Change change(BulkField field) {
        return changes.getOrDefault(field, Change.KEEP);
    }

    /** The text or JSON value that was given with {@code set}, or the text of {@link #prefix}; empty otherwise. */
    public String text(BulkField field) {
        return change(field) == Change.KEEP ? "" : texts.getOrDefault(field, "");
    }
}

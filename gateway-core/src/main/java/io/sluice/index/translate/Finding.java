package io.sluice.index.translate;

/**
 * Something that cannot be taken over as it is.
 *
 * @param loss whether searches or documents may mean something else afterwards; else it is only told
 * @param code by which a loss is accepted
 * @param where the place in the mapping, or the setting
 * @param words what becomes of it
 */
public record Finding(boolean loss, String code, String where, String words) {

    /** In one line. */
    public String text() {
        return where + ": " + words + (loss ? " (" + code + ")" : "");
    }
}

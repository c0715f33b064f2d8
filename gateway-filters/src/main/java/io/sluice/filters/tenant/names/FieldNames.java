package io.sluice.filters.tenant.names;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Physical names of the fields of a tenant's documents: unchanged or, in the nested layout, prefixed with the name of
 * the index. Immutable.
 */
public final class FieldNames {

    /** For a tenant index that is an index of the cluster: unchanged names. */
    public static final FieldNames OWN = new FieldNames("", "", false);

    /** Why {@link #hidesIndex} denies. */
    public static final String HIDDEN_INDEX =
            "documents of this layout have names of indices that are not those of clients, so _index cannot be asked for";

    private static final String INDEX = "_index";

    /** Fields that every document has, in any layout. */
    private static final Set<String> METADATA = Set.of(
            "_doc",
            "_doc_count",
            "_field_names",
            "_ignored",
            "_nested_path",
            "_none_",
            "_primary_term",
            "_routing",
            "_score",
            "_seq_no",
            "_shard_doc",
            "_size",
            "_source",
            "_tier",
            "_type",
            "_version");

    private final String key;
    private final String prefix;
    private final String indexField;
    private final boolean indexHidden;

    private FieldNames(String key, String indexField, boolean indexHidden) {
        this.key = key;
        this.prefix = key + ".";
        this.indexField = indexField;
        this.indexHidden = indexHidden;
    }

    /**
     * Fields prefixed with the name of an index.
     *
     * @param indexField the cluster's field that holds the name of the index, which is the tenant's {@code _index}
     */
    public static FieldNames under(String index, String indexField) {
        // A full stop in the name would create nested objects, where two indices could collide; no index name has a
        // slash.
        return new FieldNames(index.replace('.', '/'), indexField, false);
    }

    /** Fields of several indices: patterns match all of them, and no field has a single physical name. */
    public static FieldNames ofSeveral(String indexField) {
        return under("*", indexField);
    }

    /** The same, if the index of the fields is unknown. */
    public FieldNames ofNone() {
        return new FieldNames("", indexField, indexHidden);
    }

    /**
     * The same for field capabilities: servers report their own field {@code _index} there, so it is the tenant's
     * {@code _index}.
     */
    public FieldNames ofCapabilities() {
        return prefixed() ? new FieldNames(key, INDEX, false) : this;
    }

    /** The same where clients have other names for the tenant's indices than documents, in a nested layout. */
    public FieldNames withIndexHidden() {
        return framed() ? new FieldNames(key, indexField, true) : this;
    }

    /** Whether {@code _index} has values that clients must not be shown, nor compare with their own names. */
    public boolean hidesIndex() {
        return indexHidden;
    }

    /** Whether a field is such an {@code _index}. */
    public boolean hidesIndex(String field) {
        return indexHidden && field.equals(INDEX);
    }

    /** Whether a query in Lucene's syntax names {@code _index} where {@link #hidesIndex}. */
    public boolean hidesIndexInQuery(String text) {
        return indexHidden && QueryText.namesAny(text, this::hidesIndex);
    }

    /** Whether physical names differ from the tenant's. */
    public boolean prefixed() {
        return !key.isEmpty();
    }

    /** Whether the tenant's document is a member of the cluster's document, even if that member is unknown. */
    public boolean framed() {
        return !indexField.isEmpty();
    }

    /** The member of the cluster's document that holds the tenant's document; empty if the index is unknown. */
    public String key() {
        return key;
    }

    /** The member beside it that holds the name of the index. */
    public String indexField() {
        return indexField;
    }

    /** Whether every document has the field, under the same name in any layout. */
    public static boolean isMetadata(String field) {
        return METADATA.contains(field);
    }

    /** Whether the field has the same name in all indices of a nested layout, and concerns whole documents. */
    public static boolean isOfEvery(String field) {
        return field.equals(INDEX) || METADATA.contains(field) && !field.equals("_none_");
    }

    /** The physical name of a field, or the physical form of a field pattern. */
    public String physical(String field) {
        if (!prefixed() || field.isEmpty() || METADATA.contains(field)) {
            return field;
        }
        return field.equals(INDEX) ? indexField : prefix + field;
    }

    /** A query in Lucene's syntax with physical field names. */
    public String query(String text) {
        return prefixed() ? QueryText.withFields(text, this::physical) : text;
    }

    /**
     * A comma-separated list of fields in a URL, each optionally with an order as in {@code a:desc}, with physical
     * names.
     */
    public String list(String fields) {
        StringBuilder out = new StringBuilder(fields.length() + 32);
        for (String field : fields.split(",", -1)) {
            int colon = field.lastIndexOf(':');
            int end = colon < 0 ? field.length() : colon;
            out.append(out.isEmpty() ? "" : ",")
                    .append(physical(field.substring(0, end).strip()))
                    .append(field, end, field.length());
        }
        return out.toString();
    }

    /** The tenant's name of a physical field; null if it is not the tenant's. */
    public @Nullable String logical(String physical) {
        if (!prefixed()) {
            return physical;
        }
        if (physical.startsWith(prefix)) {
            return physical.substring(prefix.length());
        }
        if (physical.equals(indexField)) {
            return INDEX;
        }
        // No index name begins with an underscore, so such a field belongs to no index.
        return physical.startsWith("_") ? physical : null;
    }

    /** A human-readable text with the tenant's field names restored. */
    public String text(String text) {
        return prefixed() ? TextReplacement.withoutFirstPart(prefix, text) : text;
    }

    @Override
    public String toString() {
        return prefix + "*";
    }
}

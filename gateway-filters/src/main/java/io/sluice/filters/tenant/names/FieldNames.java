package io.sluice.filters.tenant.names;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster calls the fields of a tenant's documents: the same, or, where documents of several of the tenant's indices lie in
 * one, the same under the name of the index. Immutable.
 */
public final class FieldNames {

    /** Where an index of the tenant is an index of the cluster: the same. */
    public static final FieldNames OWN = new FieldNames("", "");

    /** Fields that every document has, wherever it lies. */
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

    private FieldNames(String key, String indexField) {
        this.key = key;
        this.prefix = key + ".";
        this.indexField = indexField;
    }

    /**
     * Fields below the name of an index.
     *
     * @param indexField the cluster's field that has the name of the index; it is what the tenant calls {@code _index}
     */
    public static FieldNames under(String index, String indexField) {
        // A full stop would make objects of the name, in which two indices could meet; no index has a slash.
        return new FieldNames(index.replace('.', '/'), indexField);
    }

    /** Fields of several indices, of which a pattern means all, and none has a name of its own. */
    public static FieldNames ofSeveral(String indexField) {
        return under("*", indexField);
    }

    /** The same where it is not known of which index the fields are. */
    public FieldNames ofNone() {
        return new FieldNames("", indexField);
    }

    /**
     * The same for what fields can do, which servers tell of their own field {@code _index} too: the tenant's {@code _index} is that
     * one then.
     */
    public FieldNames ofCapabilities() {
        return prefixed() ? new FieldNames(key, "_index") : this;
    }

    /** Whether the cluster's names are others than the tenant's. */
    public boolean prefixed() {
        return !key.isEmpty();
    }

    /** Whether a document of the cluster's has the tenant's in one of its members, also where it is not known in which. */
    public boolean framed() {
        return !indexField.isEmpty();
    }

    /** The member of the cluster's document in which the tenant's lies; empty where the index is not known. */
    public String key() {
        return key;
    }

    /** The member beside it that has the name of the index. */
    public String indexField() {
        return indexField;
    }

    /** Whether every document has the field, wherever it lies, and it has one name. */
    public static boolean isMetadata(String field) {
        return METADATA.contains(field);
    }

    /** Whether the field has one name in all indices of a tenant that lie in one, and means a document as a whole. */
    public static boolean isOfEvery(String field) {
        return field.equals("_index") || METADATA.contains(field) && !field.equals("_none_");
    }

    /** What the cluster calls a field, or what a pattern of fields means there. */
    public String physical(String field) {
        if (!prefixed() || field.isEmpty() || METADATA.contains(field)) {
            return field;
        }
        return field.equals("_index") ? indexField : prefix + field;
    }

    /** A query in Lucene's syntax with every field in it as the cluster calls it. */
    public String query(String text) {
        return prefixed() ? QueryText.withFields(text, this::physical) : text;
    }

    /** A list of fields in a URL, separated by commas, perhaps with an order as in {@code a:desc}, each as the cluster calls it. */
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

    /** What the tenant calls a field of the cluster; null if it is none of the tenant's. */
    public @Nullable String logical(String physical) {
        if (!prefixed()) {
            return physical;
        }
        if (physical.startsWith(prefix)) {
            return physical.substring(prefix.length());
        }
        if (physical.equals(indexField)) {
            return "_index";
        }
        // No index begins with an underscore, so a field that does lies below none.
        return physical.startsWith("_") ? physical : null;
    }

    /** A text for people, with every field in it as the tenant calls it. */
    public String text(String text) {
        return prefixed() ? Words.without(prefix, text) : text;
    }

    @Override
    public String toString() {
        return prefix + "*";
    }
}

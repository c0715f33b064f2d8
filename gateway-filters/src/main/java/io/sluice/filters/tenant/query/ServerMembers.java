package io.sluice.filters.tenant.query;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The members that every server refuses at the root of a document, because it keeps fields of these names itself. Below the name of an
 * index it would take them; so they go on under a name that it takes nowhere, and the server refuses the document or the item as it
 * would have. Immutable.
 */
final class ServerMembers {

    /** What Elasticsearch 7.17 to 9.2 and OpenSearch 2.19 to 3.3 have in common. */
    private static final List<String> NAMES =
            List.of("_id", "_index", "_source", "_routing", "_version", "_seq_no", "_ignored", "_field_names");

    private static final JsonNames ALL = JsonNames.of(NAMES.toArray(String[]::new));
    private static final List<JsonEdit> EDITS = NAMES.stream()
            .<JsonEdit>map(name -> new JsonEdit.Rename("." + name))
            .toList();

    /** Why servers refuse such a name, in the words of each, with brackets or quotes around it. */
    private static final Pattern AMBIGUOUS = Pattern.compile("(?:object )?field (?:name )?[a-z]+ [^\\[\\]]*"
            + "(?:\\[\\.] makes object resolution ambiguous: |whitespace: )\\['?\\.(" + String.join("|", NAMES)
            + ")'?]");

    private ServerMembers() {}

    /** What becomes of a member of a document; null to keep its name. */
    static @Nullable JsonEdit edit(JsonCursor at) {
        int found = at.nameStartsWith("_") ? at.nameIn(ALL) : -1;
        return found < 0 ? null : EDITS.get(found);
    }

    /** A text of the server's with its words for a member that it keeps for itself. */
    static String text(String text) {
        if (!text.contains(": [")) {
            return text;
        }
        Matcher found = AMBIGUOUS.matcher(text);
        return found.find()
                ? found.replaceFirst("Field [$1] is a metadata field and cannot be added inside a document."
                        + " Use the index API request parameters.")
                : text;
    }
}

package io.sluice.filters.tenant.member;

import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonNames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Metadata names that every server refuses at the root of a document. Nested under the name of an index, a server would
 * accept them; so they are renamed to a name that is refused everywhere, and the server refuses the document or item as
 * usual. Immutable.
 */
public final class ServerMembers {

    /** Names common to Elasticsearch 7.17 to 9.2 and OpenSearch 2.19 to 3.3. */
    private static final List<String> NAMES =
            List.of("_id", "_index", "_source", "_routing", "_version", "_seq_no", "_ignored", "_field_names");

    private static final JsonNames ALL = JsonNames.of(NAMES.toArray(String[]::new));
    private static final List<JsonEdit> EDITS = NAMES.stream()
            .<JsonEdit>map(name -> new JsonEdit.Rename("." + name))
            .toList();

    /** Each server's own error text for such a name, in brackets or quotes. */
    private static final Pattern AMBIGUOUS = Pattern.compile("(?:object )?field (?:name )?[a-z]+ [^\\[\\]]*"
            + "(?:\\[\\.] makes object resolution ambiguous: |whitespace: )\\['?\\.(" + String.join("|", NAMES)
            + ")'?]");

    private ServerMembers() {}

    /** The edit of a document's member; null to keep its name. */
    public static @Nullable JsonEdit edit(JsonCursor at) {
        int found = at.nameStartsWith("_") ? at.nameIn(ALL) : -1;
        return found < 0 ? null : EDITS.get(found);
    }

    /** A server text, with the server's usual wording for a metadata name. */
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

package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.sluice.api.MediaTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server takes as a bulk. Servers differ in details, and each bulk is to be answered as the server behind would have
 * answered it. Read from the sources of 7.17.28, 8.0.1 to 8.19.21, 9.0.8, 9.5.3, OpenSearch 2.0.1, 2.19.6 and 3.6.0. Immutable.
 */
public final class BulkGrammar {

    /** Elasticsearch 7.17. */
    public static final BulkGrammar ELASTICSEARCH_7 = of("", "7.17");

    /** Elasticsearch 8.19. */
    public static final BulkGrammar ELASTICSEARCH_8 = of("", "8.19");

    /** Elasticsearch 9.5. */
    public static final BulkGrammar ELASTICSEARCH_9 = of("", "9.5");

    /** OpenSearch 2.19. */
    public static final BulkGrammar OPENSEARCH_2 = of("opensearch", "2.19");

    /** OpenSearch 3.6. */
    public static final BulkGrammar OPENSEARCH_3 = of("opensearch", "3.6");

    /**
     * What every server reads in the same way; anything else is refused. For callers that must never read a line differently
     * than the server.
     */
    public static final BulkGrammar STRICT = new BulkGrammar(EnumSet.of(
            Trait.STRICT_JSON,
            Trait.TYPES,
            Trait.TEMPLATES,
            Trait.TEMPLATE_PARAMS,
            Trait.DATA_STREAM_FLAG,
            Trait.PIPELINES_FLAG,
            Trait.EXCLUDE_VECTORS,
            Trait.NOTHING_FOLLOWS));

    /** What any server accepts: for items that were already checked, and while no server is known. */
    public static final BulkGrammar TOLERANT = new BulkGrammar(EnumSet.of(
            Trait.TYPES,
            Trait.TEMPLATES,
            Trait.TEMPLATE_PARAMS,
            Trait.DATA_STREAM_FLAG,
            Trait.PIPELINES_FLAG,
            Trait.EXCLUDE_VECTORS));

    private static final int NEWEST = 1_000;

    private final Set<Trait> traits;
    private final ParserFactories json;

    /** In what servers differ. */
    public enum Trait {
        /** No comments, no byte order mark, and strict UTF-8 only. */
        STRICT_JSON,
        /** {@code _type} may be given, but not empty. */
        TYPES,
        /** An unknown action is passed over with its source line. */
        UNKNOWN_PASSED_OVER,
        /** What the fields of an action say is judged only when its source line is complete. */
        JUDGED_AFTER_SOURCE,
        /** {@code dynamic_templates} may be given. */
        TEMPLATES,
        /** {@code dynamic_template_params} may be given. */
        TEMPLATE_PARAMS,
        /** {@code require_data_stream} may be given. */
        DATA_STREAM_FLAG,
        /** {@code list_executed_pipelines} may be given. */
        PIPELINES_FLAG,
        /** A {@code _source} object may have {@code exclude_vectors}. */
        EXCLUDE_VECTORS,
        /** What follows an action's object must be JSON. */
        JSON_FOLLOWS,
        /** Nothing may follow an action's object. */
        NOTHING_FOLLOWS,
        /** The length of an update's id is limited as well. */
        SHORT_UPDATE_IDS,
        /** The server renames errors of the JSON parser. */
        OWN_JSON_ERRORS,
        /** Unexpected errors become a {@code parse_exception}. */
        WRAPPED_ERRORS,
        /** The server is OpenSearch, which words its errors differently. */
        OPENSEARCH,
        /** No line may name an index: {@code rest.action.multi.allow_explicit_index} is false. */
        INDEX_IN_PATH_ONLY,
        /** Numbers of more than 1,000 digits are refused. */
        SHORT_NUMBERS,
        /** Texts are read as numbers only up to 1,000 characters. */
        NUMERIC_TEXTS,
        /** More than 1,000 nested objects and arrays are refused. */
        SHALLOW,
        /** Half a surrogate pair in a name, or in UTF-8, is refused. */
        WHOLE_PAIRS,
        /** A plain delete of an index that cannot be resolved fails alone. */
        DELETES_ALONE
    }

    private BulkGrammar(Set<Trait> traits) {
        this(traits, new ParserFactories(json(traits)));
    }

    private BulkGrammar(Set<Trait> traits, ParserFactories json) {
        this.traits = traits;
        this.json = json;
    }

    /**
     * The grammar of a server.
     *
     * @param distribution {@code version.distribution} of {@code GET /}; empty where there is none, as with Elasticsearch
     * @param version {@code version.number} of {@code GET /}; one that cannot be read counts as the newest of its distribution
     */
    public static BulkGrammar of(String distribution, String version) {
        int number = number(version);
        return new BulkGrammar(
                distribution.toLowerCase(Locale.ROOT).equals("opensearch")
                        ? openSearch(number)
                        : elasticsearch(number));
    }

    /** The grammar for requests of a media type, which may ask for the behaviour of the major version before. */
    public BulkGrammar compatibleWith(@Nullable String mediaType) {
        String said = mediaType == null ? null : MediaTypes.parameter(mediaType, "compatible-with");
        // Servers read a number: 08 is 8.
        String version = said == null ? null : said.replaceFirst("^0+(?=.)", "");
        boolean seven = "7".equals(version) && has(Trait.JSON_FOLLOWS);
        boolean eight = "8".equals(version) && has(Trait.NOTHING_FOLLOWS);
        if (!seven && !eight) {
            return this;
        }
        Set<Trait> older = EnumSet.copyOf(traits);
        put(older, seven, Trait.TYPES);
        put(older, eight, Trait.JSON_FOLLOWS);
        older.remove(Trait.NOTHING_FOLLOWS);
        return new BulkGrammar(older, json);
    }

    /** The grammar of servers that take an index from the path only. */
    public BulkGrammar withIndexInPathOnly() {
        Set<Trait> narrower = EnumSet.copyOf(traits);
        narrower.add(Trait.INDEX_IN_PATH_ONLY);
        return new BulkGrammar(narrower, json);
    }

    /** Whether documents have types, which the URL may name. */
    boolean hasTypes() {
        return has(Trait.TYPES);
    }

    // 8.19.2 is 819.
    private static int number(String version) {
        String[] parts = version.split("\\.", -1);
        try {
            int major = Integer.parseInt(parts[0]);
            int minor = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
            return major > 0 && major < 10 ? major * 100 + Math.clamp(minor, 0, 99) : NEWEST;
        } catch (NumberFormatException e) {
            return NEWEST;
        }
    }

    private static Set<Trait> elasticsearch(int version) {
        Set<Trait> traits = EnumSet.of(Trait.TEMPLATES);
        put(traits, version < 800, Trait.TYPES);
        put(traits, version < 801, Trait.UNKNOWN_PASSED_OVER);
        put(traits, version < 818, Trait.JUDGED_AFTER_SOURCE);
        put(traits, version >= 801 && version < 900, Trait.JSON_FOLLOWS);
        put(traits, version >= 801, Trait.OWN_JSON_ERRORS);
        put(traits, version >= 812, Trait.PIPELINES_FLAG);
        put(traits, version >= 813, Trait.DATA_STREAM_FLAG, Trait.SHORT_UPDATE_IDS);
        put(traits, version >= 815, Trait.SHORT_NUMBERS, Trait.SHALLOW);
        put(traits, version >= 818, Trait.WRAPPED_ERRORS);
        put(traits, version >= 818 && version <= 900, Trait.DELETES_ALONE);
        put(traits, version == 819 || version >= 901, Trait.EXCLUDE_VECTORS, Trait.NUMERIC_TEXTS);
        put(traits, version >= 900, Trait.NOTHING_FOLLOWS);
        put(traits, version >= 901, Trait.TEMPLATE_PARAMS);
        return traits;
    }

    private static Set<Trait> openSearch(int version) {
        Set<Trait> traits = EnumSet.of(Trait.OPENSEARCH, Trait.JUDGED_AFTER_SOURCE);
        put(traits, version < 200, Trait.TYPES);
        put(traits, version <= 200, Trait.UNKNOWN_PASSED_OVER);
        put(traits, version > 200, Trait.SHORT_UPDATE_IDS, Trait.SHORT_NUMBERS);
        put(traits, version >= 300, Trait.SHALLOW, Trait.WHOLE_PAIRS);
        return traits;
    }

    private static void put(Set<Trait> traits, boolean condition, Trait... more) {
        if (condition) {
            traits.addAll(Set.of(more));
        }
    }

    private static JsonFactory json(Set<Trait> traits) {
        int max = Integer.MAX_VALUE;
        boolean strict = traits.contains(Trait.STRICT_JSON);
        JsonFactory factory = new JsonFactoryBuilder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .configure(JsonReadFeature.ALLOW_JAVA_COMMENTS, !strict)
                .configure(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION, !traits.contains(Trait.OPENSEARCH))
                .configure(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW, false)
                // The table of such names belongs to the process.
                .configure(JsonFactory.Feature.INTERN_FIELD_NAMES, false)
                .build();
        factory.setStreamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(traits.contains(Trait.SHALLOW) ? 1_000 : max)
                .maxNumberLength(traits.contains(Trait.SHORT_NUMBERS) ? 1_000 : max)
                .maxStringLength(max)
                .maxNameLength(max)
                .build());
        return factory;
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** A generator that writes a text. */
    public JsonGenerator generator(Writer out) throws IOException {
        return json.pattern().createGenerator(out);
    }

    /** A parser of a text that comes in pieces, which reads as the server's does. */
    JsonParser streaming() throws IOException {
        return json.reading(UpdateSourceReader.MAX_NAME_CHARS).createNonBlockingByteArrayParser();
    }

    /** A parser of [from, to) that names places as the server's does. */
    public JsonParser parser(byte[] bytes, int from, int to) throws IOException {
        JsonFactory factory = json.reading(to - from);
        if (traits.contains(Trait.STRICT_JSON)) {
            return factory.createParser(new String(bytes, from, to - from, StandardCharsets.UTF_8));
        }
        return traits.contains(Trait.OWN_JSON_ERRORS)
                ? factory.createParser(bytes, from, to - from)
                : factory.createParser(new ByteArrayInputStream(bytes, from, to - from));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BulkGrammar grammar && traits.equals(grammar.traits);
    }

    @Override
    public int hashCode() {
        return traits.hashCode();
    }

    @Override
    public String toString() {
        return traits.toString();
    }
}

package io.sluice.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads JSON that clients or servers wrote. A factory of Jackson keeps the names that its parsers have read, some thousands of any length,
 * for as long as it is used: so each text gets a factory of its own. Thread-safe.
 */
public final class ForeignJson {
    private final JsonFactory pattern;
    private final ObjectReader trees;

    /**
     * Begins a factory to be read with, as Jackson's are by default, but that it does not keep names for the whole process either, and
     * takes names of any kind: clients can choose a few hundred that Jackson takes for an attack, and servers take them.
     */
    public static JsonFactoryBuilder rules() {
        return new JsonFactoryBuilder()
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW);
    }

    /**
     * Begins a factory of parsers that take no name twice in an object.
     *
     * @param depth of objects and lists, at most
     * @param tokens at most, as a parsed one takes more memory than its text
     */
    public static JsonFactoryBuilder rules(int depth, long tokens) {
        return rules().streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(depth)
                        .maxTokenCount(tokens)
                        .build())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION);
    }

    /** @param mapper reads as it is wanted, with a factory that was begun with {@link #rules} */
    public ForeignJson(JsonMapper mapper) {
        this.pattern = mapper.getFactory();
        this.trees = mapper.reader();
    }

    /** Reads with a factory as it is. */
    public ForeignJson(JsonFactory factory) {
        this(JsonMapper.builder(factory).build());
    }

    /** A parser of a text. */
    public JsonParser parser(byte[] text) throws IOException {
        return pattern.copy().createParser(text);
    }

    /** The text as a tree; a missing node if there is none. */
    public JsonNode tree(byte[] text) throws IOException {
        return trees.with(pattern.copy()).readTree(text);
    }

    /** The text as a value of a type. */
    public <T> T value(InputStream text, TypeReference<T> type) throws IOException {
        return trees.with(pattern.copy()).forType(type).readValue(text);
    }
}

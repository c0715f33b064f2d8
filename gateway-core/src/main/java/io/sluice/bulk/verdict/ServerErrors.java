package io.sluice.bulk.verdict;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.sluice.bulk.verdict.BulkGrammar.Trait;
import java.io.CharConversionException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The names and the status that a server gives to parse errors. Immutable. */
public final class ServerErrors {

    private final BulkGrammar grammar;

    public ServerErrors(BulkGrammar grammar) {
        this.grammar = grammar;
    }

    /**
     * What the JSON parser found.
     *
     * @param line of the bulk, from 1; servers count each line's own lines instead
     * @param length of the text in bytes
     */
    public Malformed of(IOException e, int line, int length) {
        if (grammar.has(Trait.STRICT_JSON)) {
            JsonProcessingException json = e instanceof JsonProcessingException found ? found : null;
            String place = json == null ? "" : place(line, json.getLocation().getColumnNr());
            return new Malformed(
                    400,
                    "x_content_parse_exception",
                    place + (json == null ? e.getMessage() : json.getOriginalMessage()));
        }
        return grammar.has(Trait.OWN_JSON_ERRORS) ? ofOwn(e) : ofParser(e, length);
    }

    private Malformed ofOwn(IOException e) {
        return switch (e) {
            case JsonEOFException end ->
                new Malformed(400, "x_content_e_o_f_exception", at(end) + "Unexpected end of file");
            case JsonParseException syntax -> own(syntax, syntax.getMessage());
            case InputCoercionException range -> own(range, range.getMessage());
            case CharConversionException encoding -> own(encoding, encoding.getMessage());
            default -> unforeseen(e);
        };
    }

    private Malformed ofParser(IOException e, int length) {
        boolean openSearch = grammar.has(Trait.OPENSEARCH);
        String message = e instanceof JsonProcessingException json && !openSearch
                ? OlderParser.message(json, length)
                : String.valueOf(e.getMessage());
        return switch (e) {
            case JsonEOFException end -> new Malformed(400, "json_e_o_f_exception", message);
            case JsonParseException syntax -> new Malformed(400, "json_parse_exception", message);
            case InputCoercionException range ->
                new Malformed(openSearch ? 400 : 500, "input_coercion_exception", message);
            default -> unforeseen(e);
        };
    }

    private Malformed unforeseen(IOException e) {
        String type = switch (e) {
            case CharConversionException encoding -> "char_conversion_exception";
            case StreamConstraintsException limit -> "stream_constraints_exception";
            default -> "i_o_exception";
        };
        return internal(type, e.getMessage());
    }

    private static Malformed own(IOException e, @Nullable String message) {
        return new Malformed(400, "x_content_parse_exception", at(e) + message);
    }

    private static String at(IOException e) {
        return e instanceof JsonProcessingException json && json.getLocation() != null ? place(json.getLocation()) : "";
    }

    private static String place(JsonLocation location) {
        return place(location.getLineNr(), location.getColumnNr());
    }

    private static String place(int line, int column) {
        return "[" + line + ":" + column + "] ";
    }

    /** An error that the server itself did not expect. */
    Malformed internal(String type, @Nullable String reason) {
        return grammar.has(Trait.WRAPPED_ERRORS) ? wrapped() : new Malformed(500, type, String.valueOf(reason));
    }

    /** A value of the wrong kind where a whole structure is parsed. */
    Malformed structure(String reason) {
        return grammar.has(Trait.WRAPPED_ERRORS) ? wrapped() : new Malformed(400, "parsing_exception", reason);
    }

    private static Malformed wrapped() {
        return new Malformed(400, "parse_exception", "could not parse bulk request body");
    }

    /** A text was expected, but there is no simple value. */
    public Malformed noText(JsonParser parser) {
        JsonLocation at = parser.currentTokenLocation();
        String place = at.getLineNr() + ":" + at.getColumnNr();
        String found = name(parser.currentToken());
        return grammar.has(Trait.OWN_JSON_ERRORS)
                ? Malformed.argument("Expected text at " + place + " but found " + found)
                : internal("illegal_state_exception", "Can't get text on a " + found + " at " + place);
    }

    /** What is wrong with an update's source, at a place. */
    static Malformed update(JsonLocation location, String reason) {
        return new Malformed(400, "x_content_parse_exception", place(location) + reason);
    }

    /** A server's name of a token, where it differs from Jackson's. */
    public static String name(@Nullable JsonToken token) {
        return switch (token) {
            case null -> "null";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "VALUE_NUMBER";
            case VALUE_TRUE, VALUE_FALSE -> "VALUE_BOOLEAN";
            default -> token.name();
        };
    }
}

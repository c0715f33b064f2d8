package io.sluice.queue;

import io.sluice.api.BulkOperation;
import io.sluice.api.Json;
import io.sluice.api.PathPattern;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestTarget;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The write of one document, as the action line of a bulk that does the same.
 *
 * @param operation what is done
 * @param line the action line with its line feed
 * @param docAsUpsert the URL asks for what an update's source asks for by a member of that name, where the source does not say it
 */
// Lines are read, never compared.
@SuppressWarnings("ArrayRecordComponent")
record DocumentWrite(BulkOperation operation, byte[] line, boolean docAsUpsert) {
    /** The parameter of an update, and the member of its source. */
    static final String DOC_AS_UPSERT = "doc_as_upsert";

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,19}");
    private static final Set<String> FOR_ALL =
            Set.of("routing", "if_seq_no", "if_primary_term", "version", "version_type");
    private static final Set<String> FOR_INDEX = Set.of("op_type", "pipeline", "require_alias");
    private static final Set<String> FOR_UPDATE = Set.of("retry_on_conflict", "require_alias");
    private static final Set<String> NUMBERS = Set.of("if_seq_no", "if_primary_term", "version", "retry_on_conflict");
    private static final Set<String> OF_UPDATES_ANSWER = Set.of("_source", "_source_includes", "_source_excludes");

    private static final List<Form> FORMS = List.of(
            new Form("/{index}/_doc", false, BulkOperation.INDEX, Set.of("POST")),
            new Form("/{index}/_doc/{id}", false, BulkOperation.INDEX, Set.of("PUT", "POST")),
            new Form("/{index}/_doc/{id}", false, BulkOperation.DELETE, Set.of("DELETE")),
            new Form("/{index}/_create/{id}", false, BulkOperation.CREATE, Set.of("PUT", "POST")),
            new Form("/{index}/_update/{id}", false, BulkOperation.UPDATE, Set.of("POST")),
            new Form("/{index}/{type}", true, BulkOperation.INDEX, Set.of("POST")),
            new Form("/{index}/{type}/{id}", true, BulkOperation.INDEX, Set.of("PUT", "POST")),
            new Form("/{index}/{type}/{id}", true, BulkOperation.DELETE, Set.of("DELETE")),
            new Form("/{index}/{type}/{id}/_create", true, BulkOperation.CREATE, Set.of("PUT", "POST")),
            new Form("/{index}/{type}/{id}/_update", true, BulkOperation.UPDATE, Set.of("POST")));

    /** What servers make of types. */
    enum Types {
        /** They have none. */
        NONE,
        /** They take paths with a type from a client that asks for the API of servers with types, and drop it. */
        IN_PATHS,
        /** They have them, and lines name them. */
        ON_LINES
    }

    /** A path with the methods that write a document there; {@code typed} ones have a type in it. */
    private record Form(PathPattern path, boolean typed, BulkOperation operation, Set<String> methods) {
        Form(String path, boolean typed, BulkOperation operation, Set<String> methods) {
            this(PathPattern.parse(path), typed, operation, methods);
        }

        boolean takes(RequestHead head, Types types) {
            if (!methods.contains(head.method()) || typed && types == Types.NONE || !path.matches(head.target())) {
                return false;
            }
            // An endpoint where the type or the id stands is another request.
            return !typed
                    || isType(head.target().rawSegments().get(1))
                            && !head.target().hasEndpointForId();
        }

        private static boolean isType(String segment) {
            return segment.charAt(0) != '_' || segment.equals("_doc");
        }
    }

    /**
     * Reads a head.
     *
     * @return null if it does not write one document
     * @throws IllegalArgumentException if it does, but asks for what a queue does not know; the message is for the client
     */
    static @Nullable DocumentWrite of(RequestHead head, Types types) {
        for (Form form : FORMS) {
            if (form.takes(head, types)) {
                return read(form, head.target(), types);
            }
        }
        return null;
    }

    private static DocumentWrite read(Form form, RequestTarget target, Types types) {
        Map<String, String> names = Objects.requireNonNull(form.path().match(target));
        StringBuilder line = new StringBuilder(128);
        member(
                line,
                "_index",
                Json.string(Objects.requireNonNull(names.get("index"))).toString());
        String type = names.get("type");
        if (type != null && types == Types.ON_LINES) {
            member(line, "_type", Json.string(type).toString());
        }
        String id = names.get("id");
        if (id != null) {
            member(line, "_id", Json.string(id).toString());
        }
        BulkOperation operation = form.operation();
        boolean docAsUpsert = false;
        Set<String> seen = new HashSet<>();
        for (RequestTarget.Parameter parameter : target.parameters()) {
            if (!seen.add(parameter.name())) {
                throw new IllegalArgumentException("parameter [" + parameter.name() + "] stands twice");
            }
            if (parameter.name().equals("op_type") && operation != BulkOperation.DELETE) {
                operation = operation(operation, parameter.value());
            } else if (belongsOnLine(operation, parameter.name())) {
                member(line, parameter.name(), value(parameter));
            } else if (operation == BulkOperation.UPDATE && parameter.name().equals(DOC_AS_UPSERT)) {
                docAsUpsert = WriteParameters.flag(parameter);
            } else if (!isKnown(operation, parameter.name())) {
                throw new IllegalArgumentException(
                        "a queue cannot keep a write with the parameter [" + parameter.name() + "]");
            }
        }
        String whole = "{\"" + operation.key() + "\":{" + line + "}}\n";
        return new DocumentWrite(operation, whole.getBytes(StandardCharsets.UTF_8), docAsUpsert);
    }

    private static BulkOperation operation(BulkOperation of, String value) {
        if (of == BulkOperation.INDEX && value.equals("create")) {
            return BulkOperation.CREATE;
        }
        if (value.equals(of.key())) {
            return of;
        }
        throw new IllegalArgumentException("opType must be 'create' or 'index', found: [" + value + "]");
    }

    private static boolean belongsOnLine(BulkOperation operation, String name) {
        return FOR_ALL.contains(name)
                || (operation == BulkOperation.UPDATE ? FOR_UPDATE : operation.hasSource() ? FOR_INDEX : Set.of())
                        .contains(name);
    }

    private static boolean isKnown(BulkOperation operation, String name) {
        return WriteParameters.ANYWHERE.contains(name)
                || operation == BulkOperation.UPDATE && OF_UPDATES_ANSWER.contains(name);
    }

    private static String value(RequestTarget.Parameter parameter) {
        String value = parameter.value();
        if (NUMBERS.contains(parameter.name())) {
            if (!NUMBER.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "Failed to parse value [" + value + "] of parameter [" + parameter.name() + "]");
            }
            return value;
        }
        if (parameter.name().equals("require_alias")) {
            return String.valueOf(WriteParameters.flag(parameter));
        }
        return Json.string(value).toString();
    }

    private static void member(StringBuilder line, String key, String json) {
        line.append(line.isEmpty() ? "\"" : ",\"").append(key).append("\":").append(json);
    }
}

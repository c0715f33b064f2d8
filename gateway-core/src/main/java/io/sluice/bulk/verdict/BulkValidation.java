package io.sluice.bulk.verdict;

import io.sluice.api.BulkField;
import io.sluice.api.BulkOperation;
import io.sluice.bulk.verdict.BulkControls.VersionType;
import io.sluice.bulk.verdict.BulkGrammar.Trait;
import org.jspecify.annotations.Nullable;

/**
 * The validation errors of a bulk whose lines all parse: the server collects them and then refuses the whole bulk. For one
 * bulk, item by item; for one thread.
 */
public final class BulkValidation {

    private static final int MAX_ID = 512;

    private final BulkGrammar grammar;
    private final int maxText;
    private final StringBuilder text = new StringBuilder();
    private int problems;

    private BulkOperation operation = BulkOperation.INDEX;
    private BulkControls controls = new BulkControls();
    private boolean hasIndex;
    private boolean hasId;
    private boolean isIdEmpty;
    /** In bytes, as the server counts them. */
    private int idLength;

    private @Nullable String longId;
    /** Why the first unresolvable index name in date math cannot be resolved. */
    private @Nullable Malformed unresolvable;

    /** Describes problems in at most that many characters; further ones are only counted. */
    public BulkValidation(BulkGrammar grammar, int maxText) {
        this.grammar = grammar;
        this.maxText = maxText;
    }

    /**
     * Judges an action; an update's as far as possible without its source.
     *
     * @param repeated whether it differs from the action before in nothing but the id
     * @return whether nothing was found wrong with the bulk so far
     */
    public boolean action(JudgedAction line, boolean repeated) {
        if (repeated && isGood()) {
            // Plain, so that a character is a byte.
            int length = line.utf8Length(BulkField.ID);
            if (length <= MAX_ID && (length > 0 || drawsId())) {
                return true;
            }
        }
        return judge(line);
    }

    private boolean drawsId() {
        return operation == BulkOperation.INDEX || operation == BulkOperation.CREATE;
    }

    private boolean judge(JudgedAction line) {
        operation = line.operation();
        controls = line.controls();
        hasIndex = line.has(BulkField.INDEX);
        hasId = line.onLine(BulkField.ID);
        idLength = idLength(line);
        isIdEmpty = idLength == 0;
        longId = idLength > MAX_ID ? line.text(BulkField.ID) : null;
        if (unresolvable == null && line.beginsWith(BulkField.INDEX, '<')) {
            resolve(line.text(BulkField.INDEX));
        }
        if (operation == BulkOperation.UPDATE) {
            return isGood() && hasIndex && !isIdEmpty && (longId == null || !grammar.has(Trait.SHORT_UPDATE_IDS));
        }
        named();
        if (operation == BulkOperation.DELETE) {
            identified();
            concurrency(controls.version());
        } else {
            index(line);
        }
        return isGood();
    }

    // Half a surrogate pair has one byte, as Java encodes it, but three for OpenSearch.
    private int idLength(JudgedAction line) {
        int length = line.utf8Length(BulkField.ID);
        String id = grammar.has(Trait.OPENSEARCH) && length > MAX_ID / 3 ? line.text(BulkField.ID) : null;
        return id == null ? length : length + 2 * BrokenSurrogates.count(id);
    }

    // A plain delete fails alone on some servers, but for what they did not expect.
    private void resolve(@Nullable String index) {
        if (index == null || !DateMathName.is(index)) {
            return;
        }
        try {
            DateMathName.check(index);
        } catch (Malformed e) {
            boolean alone = operation == BulkOperation.DELETE
                    && controls.versionType() == VersionType.INTERNAL
                    && grammar.has(Trait.DELETES_ALONE)
                    && e.status() == 400;
            unresolvable = alone ? null : e;
        }
    }

    private void named() {
        if (!hasIndex) {
            add("index is missing");
        }
        if (controls.isTypeEmpty()) {
            add("type is missing");
        }
    }

    private void index(JudgedAction line) {
        boolean create = operation == BulkOperation.CREATE;
        boolean internal = controls.versionType() == VersionType.INTERNAL;
        boolean any = controls.version() == BulkControls.ANY_VERSION;
        long version = create && any ? BulkControls.DELETED : controls.version();
        if (create && !internal) {
            add("create operations only support internal versioning. use index instead");
        } else if (create && version != BulkControls.DELETED) {
            add("create operations do not support explicit versions. use index instead");
        } else if (create && (controls.ifSeqNo() != BulkControls.NO_SEQ_NO || controls.ifPrimaryTerm() != 0)) {
            add("create operations do not support compare and set. use index instead");
        } else {
            if (!hasId && (!internal || !any && version != BulkControls.DELETED)) {
                add("an id must be provided if version type or value are set");
            }
            concurrency(version);
            shortId();
            if (line.is(BulkField.PIPELINE, "")) {
                add("pipeline cannot be an empty string");
            }
        }
    }

    /** Judges the update whose action was judged last. */
    public void update(UpdateSourceReader update) {
        controls = update.controls();
        named();
        identified();
        concurrency(BulkControls.ANY_VERSION);
        if (grammar.has(Trait.SHORT_UPDATE_IDS)) {
            shortId();
        }
        if (controls.ifSeqNo() != BulkControls.NO_SEQ_NO) {
            if (controls.retryOnConflict() > 0) {
                add("compare and write operations can not be retried");
            }
            if (update.isDocAsUpsert()) {
                add("compare and write operations can not be used with upsert");
            }
            if (update.hasUpsert()) {
                add("upsert requests don't support `if_seq_no` and `if_primary_term`");
            }
        }
        if (!update.hasScript() && !update.hasDoc()) {
            add("script or doc is missing");
        }
        if (update.hasScript() && update.hasDoc()) {
            add("can't provide both script and doc");
        }
        if (!update.hasDoc() && update.isDocAsUpsert()) {
            add("doc must be specified if doc_as_upsert is enabled");
        }
    }

    private void identified() {
        if (isIdEmpty) {
            add("id is missing");
        }
    }

    private void shortId() {
        if (longId != null) {
            add("id [" + longId + "] is too long, must be no longer than 512 bytes but was: " + idLength);
        }
    }

    private void concurrency(long version) {
        if (!controls.isGiven()) {
            return;
        }
        VersionType type = operation == BulkOperation.UPDATE ? VersionType.INTERNAL : controls.versionType();
        boolean internal = type == VersionType.INTERNAL;
        if (!type.takes(version)) {
            add("illegal version value [" + version + "] for version type [" + type + "]");
        }
        if (internal && version != BulkControls.ANY_VERSION && version != BulkControls.DELETED) {
            add("internal versioning can not be used for optimistic concurrency control. "
                    + "Please use `if_seq_no` and `if_primary_term` instead");
        }
        boolean sequence = controls.ifSeqNo() != BulkControls.NO_SEQ_NO;
        long term = controls.ifPrimaryTerm();
        if (sequence && (!internal || version != BulkControls.ANY_VERSION)) {
            add("compare and write operations can not use versioning");
        }
        if (sequence && term == 0) {
            add("ifSeqNo is set, but primary term is [0]");
        }
        if (!sequence && term != 0) {
            add("ifSeqNo is unassigned, but primary term is [" + term + "]");
        }
    }

    private void add(String problem) {
        problems++;
        if (text.length() < maxText) {
            text.append(problems).append(": ").append(problem).append(';');
            text.setLength(Math.min(text.length(), maxText));
        }
    }

    /** The bulk has no items. */
    public void noItems() {
        add("no requests added");
    }

    /** Whether nothing was found wrong so far. */
    public boolean isGood() {
        return problems == 0 && unresolvable == null;
    }

    /** Why the bulk is refused, if something was found wrong. */
    public Malformed failure() {
        if (problems == 0 && unresolvable != null) {
            return unresolvable;
        }
        return new Malformed(400, "action_request_validation_exception", "Validation Failed: " + text);
    }
}

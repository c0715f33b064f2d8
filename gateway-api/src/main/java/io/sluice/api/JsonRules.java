package io.sluice.api;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules for JSON bodies, compiled so that a single pass over a body applies them while it streams. Immutable: keep them in a constant
 * or a field, and take a {@link #visitor} for each exchange.
 *
 * <p>What a rule depends on cannot be hidden from it: a body in which one of the names on the paths occurs twice in one object is
 * refused, since servers differ in which of the two counts.
 */
public final class JsonRules {
    private static final int BAD_REQUEST = 400;
    private static final int BAD_GATEWAY = 502;

    private final RuleNode root;
    private final JsonNames guarded;
    private final int height;
    private final @Nullable Json emptyBody;

    private JsonRules(RuleNode root, @Nullable Json emptyBody) {
        Set<String> names = new LinkedHashSet<>();
        this.root = root;
        this.height = collect(root, names);
        this.guarded = JsonNames.of(names.toArray(String[]::new));
        this.emptyBody = emptyBody;
    }

    /**
     * Combines rules. They address the body as it arrives, whatever other rules do.
     *
     * @throws IllegalArgumentException if two of them contradict each other, a pointer is malformed, or they name more than 64 members
     */
    public static JsonRules of(List<? extends JsonRule> rules) {
        RuleDraft root = new RuleDraft();
        for (JsonRule rule : rules) {
            root.add(rule);
        }
        root.finish();
        return new JsonRules(root.build(), root.creation());
    }

    /** Combines rules, as {@link #of(List)}. */
    public static JsonRules of(JsonRule... rules) {
        return of(Arrays.asList(rules));
    }

    private static int collect(@Nullable RuleNode node, Set<String> names) {
        if (node == null) {
            return 0;
        }
        names.addAll(node.names().asList());
        int height = collect(node.any(), names);
        for (RuleNode child : node.named()) {
            height = Math.max(height, collect(child, names));
        }
        return height + 1;
    }

    /**
     * The same rules for the source of an update in a bulk, whose documents are under {@code doc} and {@code upsert}.
     */
    public JsonRules forUpdates() {
        RuleNode update = new RuleNode(
                null, JsonNames.of("doc", "upsert"), List.of(root, root), Map.of(), null, List.of(), false);
        return new JsonRules(update, null);
    }

    /** A plan that applies the rules to a request's body; where they cannot be applied, the client gets 400. */
    public RequestPlan plan(RequestHead head) {
        return new RequestPlan.Json(head, visitor());
    }

    /** A plan that applies the rules to an answer's body; where they cannot be applied, the client gets 502. */
    public ResponsePlan plan(ResponseHead head) {
        return new ResponsePlan.Json(head, new RuleVisitor(this, BAD_GATEWAY));
    }

    /**
     * Applies the rules to the bodies of one exchange's request, one after another: to be given to plans for bulks and multi-searches.
     * Used on the exchange's event loop. Where the rules cannot be applied, the client gets 400.
     */
    public JsonVisitor visitor() {
        return new RuleVisitor(this, BAD_REQUEST);
    }

    RuleNode root() {
        return root;
    }

    /** Names that must not occur twice in a visited object. */
    JsonNames guarded() {
        return guarded;
    }

    /** How many levels of the body are visited. */
    int height() {
        return height;
    }

    /** What takes the place of an empty body; null for nothing. */
    @Nullable Json emptyBody() {
        return emptyBody;
    }
}

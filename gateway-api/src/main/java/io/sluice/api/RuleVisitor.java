package io.sluice.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Applies rules to a body. For one exchange; reusable for one body after another. The result does not depend on the order of members,
 * unless a decision does.
 */
final class RuleVisitor implements JsonVisitor {

    private final JsonRules rules;
    private final int refusalStatus;
    private final OpenValue[] open;

    /** An open container: its node, and one bit for each of the node's names that has passed. */
    private static final class OpenValue {
        private @Nullable RuleNode node;
        private boolean array;
        private long seen;
    }

    /** @param refusalStatus HTTP status of the reply if a rule cannot be applied to this body */
    RuleVisitor(JsonRules rules, int refusalStatus) {
        this.rules = rules;
        this.refusalStatus = refusalStatus;
        this.open = new OpenValue[rules.height()];
        for (int i = 0; i < open.length; i++) {
            open[i] = new OpenValue();
        }
    }

    @Override
    public JsonNames guardedNames() {
        return rules.guarded();
    }

    @Override
    public @Nullable Json onEmptyBody() {
        return rules.emptyBody();
    }

    @Override
    public JsonEdit onValue(JsonCursor at) {
        if (at.depth() == 0) {
            return decide(rules.root(), at);
        }
        OpenValue parent = open[at.depth() - 1];
        RuleNode node = parent.node == null ? null : parent.node.child(at, parent.array);
        if (node == null) {
            return JsonEdit.verbatim();
        }
        return collides(parent, at) ? refuse("both names of a rename are there", at) : decide(node, at);
    }

    private JsonEdit decide(RuleNode node, JsonCursor at) {
        return switch (node.rule()) {
            case JsonRule.Set set -> new JsonEdit.Replace(set.value());
            case JsonRule.Replace replace -> new JsonEdit.Replace(replace.value());
            case JsonRule.Remove remove -> JsonEdit.drop();
            case JsonRule.Rename rename -> rename(rename.to(), enter(node, at), at);
            case JsonRule.Decide decide -> decide(decide, node, at);
            case null -> enter(node, at);
        };
    }

    private JsonEdit decide(JsonRule.Decide rule, RuleNode node, JsonCursor at) {
        JsonEdit edit;
        try {
            edit = rule.decision().apply(at);
        } catch (IllegalArgumentException e) {
            return refuse(String.valueOf(e.getMessage()), at);
        }
        if (edit instanceof JsonEdit.Verbatim || edit instanceof JsonEdit.Descend) {
            return enter(node, at);
        }
        if (at.depth() < open.length) {
            open[at.depth()].node = null; // the decision determines what happens inside
        }
        return edit;
    }

    // An array element has no name to change.
    private static JsonEdit rename(String name, JsonEdit value, JsonCursor at) {
        boolean keeps = at.name() == null || value instanceof JsonEdit.Refuse;
        return keeps ? value : new JsonEdit.Rename(name, value);
    }

    private JsonEdit enter(RuleNode node, JsonCursor at) {
        if (node.mustBeObject() && at.kind() != JsonKind.OBJECT) {
            return refuse("a value cannot be set inside something that is not an object", at);
        }
        if (!node.leadsOn() || !at.kind().isContainer()) {
            return JsonEdit.verbatim();
        }
        OpenValue value = open[at.depth()];
        value.node = node;
        value.array = at.kind() == JsonKind.ARRAY;
        value.seen = 0;
        return JsonEdit.descend();
    }

    /** Notes the member; returns whether it and an earlier one would get the same name. */
    private static boolean collides(OpenValue parent, JsonCursor at) {
        RuleNode node = parent.node;
        int position = node == null || parent.array ? -1 : at.nameIn(node.names());
        if (node == null || position < 0) {
            return false;
        }
        parent.seen |= 1L << position;
        for (int i = 0; i < node.named().size(); i++) {
            if (node.named().get(i).rule() instanceof JsonRule.Rename rename) {
                int target = node.positionOf(rename.to());
                boolean stays = !(node.named().get(target).rule() instanceof JsonRule.Remove
                        || node.named().get(target).rule() instanceof JsonRule.Rename);
                long both = 1L << i | 1L << target;
                if (stays && (i == position || target == position) && (parent.seen & both) == both) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public List<JsonMember> onObjectEnd(JsonCursor at) {
        OpenValue value = open[at.depth()];
        RuleNode node = value.node;
        if (node == null) {
            return List.of();
        }
        List<JsonMember> missing = List.of();
        for (RuleNode.Addition addition : node.additions()) {
            if ((value.seen & 1L << addition.position()) == 0) {
                missing = missing.isEmpty() ? new ArrayList<>() : missing;
                missing.add(addition.member());
            }
        }
        return missing;
    }

    private JsonEdit refuse(String reason, JsonCursor at) {
        return new JsonEdit.Refuse(
                Reply.error(refusalStatus, "illegal_argument_exception", reason + ": " + at.place()));
    }
}

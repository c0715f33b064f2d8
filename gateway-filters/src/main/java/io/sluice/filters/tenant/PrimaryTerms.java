package io.sluice.filters.tenant;

import io.sluice.api.BulkAction;
import io.sluice.api.BulkDefaults;
import io.sluice.api.BulkEdit;
import io.sluice.api.BulkField;
import io.sluice.api.BulkItemPlan;
import io.sluice.api.BulkOperation;
import io.sluice.api.BulkVisitor;
import io.sluice.api.ExchangeKey;
import io.sluice.api.Json;
import io.sluice.api.JsonCursor;
import io.sluice.api.JsonEdit;
import io.sluice.api.JsonKind;
import io.sluice.api.JsonMember;
import io.sluice.api.JsonNames;
import io.sluice.api.JsonVisitor;
import io.sluice.api.RequestHead;
import io.sluice.api.RequestPlan;
import io.sluice.api.RequestTarget;
import io.sluice.filters.tenant.endpoint.AnswerKind;
import io.sluice.filters.tenant.endpoint.BodyKind;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The primary terms of a tenant who has moved. A write with {@code if_seq_no} and {@code if_primary_term} depends on the document that its
 * client read, and both numbers begin anew in another place: what was read in one place could fit another document, or another state of it,
 * in the next. So the terms that the tenant sees also say how often it had moved, and a term of an earlier place fits nothing. Immutable.
 *
 * @param turn {@link io.sluice.filters.tenant.placement.Placement#turn} of what the request reads; not 0
 */
record PrimaryTerms(int turn) {

    static final ExchangeKey<PrimaryTerms> KEY = new ExchangeKey<>("primary terms", PrimaryTerms.class);

    private static final String CONDITION = "if_primary_term";
    private static final String TERM = "_primary_term";

    /** Servers count their terms from 1, one for each primary shard that was lost. */
    private static final int BITS = 32;

    /** Added to what must fit nothing. */
    private static final long NEVER = 1L << 52;

    /** A server's term as the tenant sees it. */
    private long shown(long term) {
        return term <= 0 || term >>> BITS != 0 ? term : (long) turn << BITS | term;
    }

    /** A tenant's term as the server gets it. */
    private long sent(long term) {
        if (term <= 0) {
            return term;
        }
        return term >>> BITS == turn ? term & (1L << BITS) - 1 : term | NEVER;
    }

    // Parameters are read strictly by servers, and refused by them where that fails.
    private String sent(String parameter) {
        try {
            return Long.toString(sent(Long.parseLong(parameter)));
        } catch (NumberFormatException e) {
            return parameter;
        }
    }

    /** A number as servers read it; null if it is none, which they refuse. */
    private static @Nullable Long number(LongSupplier reading) {
        try {
            return reading.getAsLong();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** The head of a request with the server's terms. */
    RequestHead sent(RequestHead head) {
        RequestTarget target = head.target();
        if (target.parameter(CONDITION) == null) {
            return head;
        }
        return head.withTarget(target.withParameters(target.parameters().stream()
                .map(parameter -> parameter.name().equals(CONDITION)
                        ? new RequestTarget.Parameter(CONDITION, sent(parameter.value()))
                        : parameter)
                .toList()));
    }

    /** The same plan with the server's terms in the body, of which only bulks and updates have any. */
    RequestPlan sent(RequestPlan plan, BodyKind body) {
        return switch (plan) {
            case RequestPlan.Bulk bulk -> new RequestPlan.Bulk(bulk.head(), new Items(bulk.visitor()));
            case RequestPlan.Json one ->
                body == BodyKind.UPDATE ? new RequestPlan.Json(one.head(), new Update(one.visitor())) : one;
            default -> plan;
        };
    }

    /** The visitor of an answer, whose terms become those that the tenant sees. A document alone has none. */
    JsonVisitor shown(JsonVisitor answer, AnswerKind kind) {
        return kind == AnswerKind.SOURCE ? answer : new Answer(answer);
    }

    private final class Items implements BulkVisitor {
        private final BulkVisitor items;

        Items(BulkVisitor items) {
            this.items = items;
        }

        @Override
        public BulkItemPlan onItem(BulkAction effective, BulkDefaults url, int position) {
            BulkItemPlan plan = items.onItem(effective, url, position);
            Long term = effective.onLine(BulkField.IF_PRIMARY_TERM)
                    ? number(() -> effective.asLong(BulkField.IF_PRIMARY_TERM))
                    : null;
            boolean update = effective.operation() == BulkOperation.UPDATE;
            if (term == null && !update) {
                return plan;
            }
            return switch (plan) {
                case BulkItemPlan.Keep keep -> new BulkItemPlan.Rewrite(withTerm(new BulkEdit(), term), null);
                case BulkItemPlan.Rewrite rewrite ->
                    new BulkItemPlan.Rewrite(
                            withTerm(rewrite.action(), term), update ? update(rewrite.source()) : rewrite.source());
                default -> plan;
            };
        }

        // The edit is shared with other items.
        private BulkEdit withTerm(BulkEdit edit, @Nullable Long term) {
            return term == null ? edit : edit.copy().set(BulkField.IF_PRIMARY_TERM, Json.number(sent(term)));
        }

        private @Nullable JsonVisitor update(@Nullable JsonVisitor source) {
            return source == null ? null : new Update(source);
        }
    }

    /** What another visitor says, but for some numbers. */
    private abstract static class Others implements JsonVisitor {
        private final JsonVisitor others;

        Others(JsonVisitor others) {
            this.others = others;
        }

        abstract @Nullable JsonEdit own(JsonCursor at);

        /** What its own part depends on. */
        abstract Object kind();

        @Override
        public JsonEdit onValue(JsonCursor at) {
            JsonEdit own = own(at);
            return own == null ? others.onValue(at) : own;
        }

        @Override
        public List<JsonMember> onObjectEnd(JsonCursor at) {
            return others.onObjectEnd(at);
        }

        @Override
        public JsonNames guardedNames() {
            return others.guardedNames();
        }

        private record Likeness(Object kind, Object others) {}

        @Override
        public @Nullable Object likeness() {
            Object same = others.likeness();
            return same == null ? null : new Likeness(kind(), same);
        }

        @Override
        public @Nullable Json onEmptyBody() {
            return others.onEmptyBody();
        }
    }

    /** The body of an update. */
    private final class Update extends Others {
        Update(JsonVisitor others) {
            super(others);
        }

        @Override
        @Nullable JsonEdit own(JsonCursor at) {
            if (at.depth() != 1 || !at.nameIs(CONDITION)) {
                return null;
            }
            Long term = number(at::asLong);
            return term == null ? null : new JsonEdit.Replace(Json.number(sent(term)));
        }

        @Override
        Object kind() {
            return List.of(CONDITION, turn);
        }
    }

    /** An answer. Members of documents can have the same name. */
    private final class Answer extends Others {
        Answer(JsonVisitor others) {
            super(others);
        }

        @Override
        @Nullable JsonEdit own(JsonCursor at) {
            return at.nameIs(TERM) && at.kind() == JsonKind.NUMBER && !isInDocument(at)
                    ? new JsonEdit.Replace(Json.number(shown(at.asLong())))
                    : null;
        }

        private static boolean isInDocument(JsonCursor at) {
            for (int level = 1; level < at.depth(); level++) {
                if (at.nameAtIs(level, "_source") || at.nameAtIs(level, "fields")) {
                    return true;
                }
            }
            return false;
        }

        @Override
        Object kind() {
            return List.of(TERM, turn);
        }
    }
}

package io.sluice.filters.tenant;

import io.sluice.api.Reply;
import io.sluice.api.RequestPlan;
import io.sluice.filters.tenant.names.Translation;
import java.util.function.Supplier;

/** Replies to requests that tenants may not send. */
final class Denial {

    private Denial() {}

    static RequestPlan forbidden(String reason) {
        return RequestPlan.answer(Reply.error(403, "security_exception", reason));
    }

    static RequestPlan invalid(String reason) {
        return RequestPlan.answer(Reply.error(400, "illegal_argument_exception", reason));
    }

    /** A plan, or a denial of what could not be read while it was made. */
    static RequestPlan checked(Supplier<RequestPlan> plan) {
        try {
            return plan.get();
        } catch (IllegalArgumentException e) {
            return invalid(String.valueOf(e.getMessage()));
        }
    }

    static RequestPlan of(Translation.Refused refused) {
        String type = refused.status() == 400 ? "invalid_index_name_exception" : "security_exception";
        return RequestPlan.answer(Reply.error(refused.status(), type, refused.reason()));
    }
}

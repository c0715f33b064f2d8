package io.sluice.bulk.verdict;

import io.sluice.api.BulkOperation;

/** Checks a bulk as its server would: the actions, the sources of updates, and the bulk as a whole. For one bulk; for one thread. */
final class ServerChecks implements BulkChecks {
    private final ActionRules rules;
    private final BulkValidation validation;
    private final UpdateSource update;

    ServerChecks(BulkGrammar grammar, int maxHeld, int maxText) {
        rules = new ActionRules(grammar);
        validation = new BulkValidation(grammar, maxText);
        update = new UpdateSource(grammar, maxHeld);
    }

    @Override
    public void actionEnded(JudgedAction action, int lineNumber) throws Malformed {
        if (action.action() == BulkOperation.DELETE || !rules.applyAfterSource()) {
            rules.check(action.action(), action.controls(), lineNumber);
        }
    }

    @Override
    public boolean accepts(JudgedAction action, boolean repeated) {
        return validation.action(action, repeated);
    }

    @Override
    public void itemBegins(JudgedAction action) {
        if (isUpdate(action)) {
            update.begin(action.controls());
        }
    }

    @Override
    public void sourcePiece(JudgedAction action, byte[] bytes, int from, int to) {
        if (isUpdate(action)) {
            update.piece(bytes, from, to);
        }
    }

    @Override
    public void sourceEnded(JudgedAction action, int lineNumber, byte[] bytes, int from, int to) throws Malformed {
        if (rules.applyAfterSource()) {
            rules.check(action.action(), action.controls(), lineNumber);
        }
        if (isUpdate(action)) {
            Malformed failure = update.end(bytes, from, to);
            if (failure != null) {
                throw failure;
            }
            validation.update(update.content());
        }
    }

    private static boolean isUpdate(JudgedAction action) {
        return action.action() == BulkOperation.UPDATE;
    }

    @Override
    public void bodyEnded(int items) throws Malformed {
        if (items == 0) {
            validation.noItems();
        }
        if (!validation.isGood()) {
            throw validation.failure();
        }
    }

    @Override
    public void close() {
        update.close();
    }
}

package io.sluice.filters.tenant.member;

import io.sluice.filters.tenant.names.IndexNames;

/**
 * Hides names in the cluster's texts that tenants must not see: those of the operator's templates, and of an operator's
 * alias over indices of several tenants. A text may quote a tenant's request, so the time taken grows with its length
 * only. Stateless.
 */
final class OperatorNames {

    private static final String HIDDEN = "*]";

    /** Tenants have no templates. The wording is that of Elasticsearch 7 to 9 and OpenSearch. */
    private static final String LEGACY_TEMPLATES = "matches multiple legacy templates [";

    private static final String TEMPLATE = "matches with template [";

    private static final String ALIAS = "alias [";
    private static final String WRITERS = "] has more than one write index [";

    private OperatorNames() {}

    /**
     * A text without these names.
     *
     * @param text with physical index names
     * @param own identifies the tenant's own indices
     */
    static String hidden(String text, IndexNames own) {
        return withoutWriters(without(LEGACY_TEMPLATES, without(TEMPLATE, text)), own);
    }

    private static String without(String before, String text) {
        int begin = text.indexOf(before);
        if (begin < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        while (begin >= 0) {
            int names = begin + before.length();
            int close = text.indexOf(']', names);
            if (close < 0) {
                break;
            }
            out.append(text, copied, names).append(HIDDEN);
            copied = close + 1;
            begin = text.indexOf(before, copied);
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static String withoutWriters(String text, IndexNames own) {
        int middle = text.indexOf(WRITERS);
        if (middle < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        int copied = 0;
        while (middle >= 0) {
            int indices = middle + WRITERS.length();
            int close = text.indexOf(']', indices);
            if (close < 0) {
                break;
            }
            int from = Math.max(copied, text.lastIndexOf(']', middle - 1) + 1);
            int alias = text.indexOf(ALIAS, from, middle);
            if (alias >= 0) {
                int name = alias + ALIAS.length();
                boolean shown =
                        areOwn(text.substring(name, middle), own) && areOwn(text.substring(indices, close), own);
                out.append(text, copied, shown ? close + 1 : name);
                out.append(shown ? "" : "*" + WRITERS + HIDDEN);
                copied = close + 1;
            }
            middle = text.indexOf(WRITERS, Math.max(copied, close));
        }
        return out.append(text, copied, text.length()).toString();
    }

    private static boolean areOwn(String names, IndexNames own) {
        for (String name : names.split(",", -1)) {
            if (own.logical(name.strip()) == null) {
                return false;
            }
        }
        return true;
    }
}

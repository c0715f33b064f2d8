package io.sluice.dist;

import io.sluice.dist.TenantNamesJudge.Fault;
import io.sluice.dist.TenantNamesRequest.Kind;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Why a request may become one for other indices of the same tenant than the client means. */
enum TenantNamesExplanation {
    /** Servers search what the last line has only where it ends; the gateway ends it. */
    LAST_LINE {
        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.PARTS
                    && it.request().kind() == Kind.SEARCHES
                    && !it.request().body().endsWith("\n");
        }
    },
    /** Elasticsearch 7 and OpenSearch skip an empty first line; the gateway fills it. */
    FIRST_LINE {
        @Override
        boolean explains(Case it) {
            return !it.server().startsWith("elasticsearch-8")
                    && it.request().kind() == Kind.SEARCHES
                    && it.request().body().startsWith("\n");
        }
    },
    /** A wildcard that fits nothing of the layout is left out, so it cannot be missed. */
    LEFT_OUT {
        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.FOUND
                    && it.layout().hasPlainNames()
                    && (it.request().target().contains("expand_wildcards")
                            || (it.request().target() + it.request().body()).contains("allow_no_indices"));
        }
    },
    /** A search of several layouts that reads no point in time, but has the handle of one elsewhere, is for the layout of that. */
    HANDLE_ELSEWHERE {
        private static final Pattern HANDLE = Pattern.compile("\"A[\\w-]{60,}");

        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.FEWER
                    && it.layout().isMixed()
                    && it.request().target().startsWith("/_search")
                    && HANDLE.matcher(it.request().body()).find();
        }
    },
    /** Without names, Elasticsearch 8 means all indices whatever a request says about wildcards; what is sent has a wildcard. */
    NO_WILDCARDS {
        @Override
        boolean explains(Case it) {
            return it.server().startsWith("elasticsearch-8")
                    && Set.of(Fault.MISSING, Fault.FEWER).contains(it.fault())
                    && saysStates(it.request());
        }
    },
    /** To open an index that is open changes nothing. */
    OPENED {
        @Override
        boolean explains(Case it) {
            return Set.of(Fault.MORE, Fault.FOUND).contains(it.fault())
                    && it.layout().hasPlainNames()
                    && it.request().kind() == Kind.PATH
                    && it.request().target().contains("/_open?")
                    && saysStates(it.request());
        }
    },
    /** A document that is not stored gets an id that servers count. */
    COUNTED_ID {
        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.DOCUMENT
                    && it.request().kind() == Kind.TERMS
                    && DOCUMENT.matcher(withoutEscapes(it.request().body())).find();
        }
    },
    /** In {@code _aliases} servers take a text with a comma for one name, which nothing can have; what is sent has the tenant's name in each part. */
    COMMAS_IN_ALIASES {
        private static final Pattern COMMA = Pattern.compile("\"[^\"\\[\\]{}:,]+,[^\"\\[\\]{}:]*\"");

        @Override
        boolean explains(Case it) {
            return it.request().kind() == Kind.ALIASES
                    && COMMA.matcher(it.request().body()).find();
        }
    },
    /** A wildcard for aliases, which servers take in some actions only, is sent as the plain names of the layout. */
    PATTERN_OF_ALIASES {
        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.MORE
                    && it.layout().hasPlainNames()
                    && it.request().kind() == Kind.ALIASES
                    && it.request().body().contains("*");
        }
    },
    /** The gateway leaves out what a wildcard that is sent as plain names would mean, and does not ask whether it is there. */
    EXCLUDED {
        private static final Pattern EXCLUSION = Pattern.compile("(,|%2C|u002c)-");

        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.FOUND
                    && it.layout().hasPlainNames()
                    && EXCLUSION
                            .matcher(it.request().target() + it.request().body())
                            .find();
        }
    },
    /** A wildcard in a header or among boosts means indices of the layout of the path only. */
    ONE_LAYOUT {
        @Override
        boolean explains(Case it) {
            boolean ofPath = it.request().kind() == Kind.SEARCHES
                    && !it.request().target().startsWith("/_msearch");
            return it.fault() == Fault.FEWER
                    && it.layout().isMixed()
                    && (ofPath || it.request().body().contains("indices_boost"));
        }
    },
    /** A wildcard that is sent as plain names passes over a closed index, which the client's own would fail for. */
    PASSED_OVER {
        @Override
        boolean explains(Case it) {
            return it.fault() == Fault.FOUND
                    && it.layout().hasPlainNames()
                    && it.sent().target().contains("ignore_unavailable=true");
        }
    },
    /** In a body a wildcard is sent as plain names, which all have to be there. */
    ABSENT {
        @Override
        boolean explains(Case it) {
            return Set.of(Fault.MISSING, Fault.FEWER).contains(it.fault())
                    && it.layout().hasPlainNames()
                    && (it.sent().body() + it.sent().target()).contains("absent");
        }
    },
    /** In a list in a body, {@code _all} means all indices of the tenant; servers take it for the name of one. */
    ALL_IN_A_LIST {
        private static final Pattern LISTED = Pattern.compile("\\[[^\\]]*\"_all\"");

        @Override
        boolean explains(Case it) {
            return Set.of(Fault.FOUND, Fault.MORE).contains(it.fault())
                    && LISTED.matcher(it.request().body()).find();
        }
    };

    // Whether it says in which states wildcards find indices; the key may have an escape.
    private static boolean saysStates(TenantNamesRequest request) {
        return STATES.matcher(withoutEscapes(request.target() + request.body())).find();
    }

    // What is escaped may be any character.
    private static String withoutEscapes(String text) {
        return text.replaceAll("\\\\u00..", ".");
    }

    private static final Pattern STATES =
            Pattern.compile("[.e][.x][.p][.a][.n][.d][._]?[.wW][.i][.l][.d][.c][.a][.r][.d][.s]");
    private static final Pattern DOCUMENT = Pattern.compile("\"[.d][.o][.c]\"");

    /**
     * What is to be explained.
     *
     * @param server that reads it, with its version
     */
    record Case(
            Fault fault,
            TenantNamesRequest request,
            TenantNamesRequest sent,
            TenantNamesLayout layout,
            String server) {}

    abstract boolean explains(Case it);

    static Optional<TenantNamesExplanation> of(Case it) {
        return Arrays.stream(values()).filter(each -> each.explains(it)).findFirst();
    }
}

package io.sluice.filters.tenant.names;

/**
 * Estimates what Lucene has to do for a regular expression beside reading it: it copies what is repeated as often as the bounds say
 * ({@code (.?){999}} 999 times), and joins a part that may be empty with all that follow it, so that transitions grow with the square of their
 * number. What is not understood counts as more, never as less: the meaning of a character depends on flags.
 */
public final class LuceneExpression {

    /**
     * What the expressions of one request may cost. Lucene 8.11 and 9.12 take up to 1.3 s of CPU for 100,000, the most where parts are nested,
     * and a server does so for each shard, on a thread that searches; nothing ends it. For this they take a fifth of that at most.
     */
    public static final long MOST_COST = 20_000;

    /** Why expressions are not sent. */
    public static final String WHY =
            "the regular expressions of a request must not repeat so much, or have so many optional parts";

    private static final long MOST = 1L << 30;
    private static final int MOST_LEVELS = 100;
    private static final long MOST_TURNS = 100_000;
    private static final String QUANTIFIERS = "?*+{";
    private static final String EMPTY_ATOMS = "~@#";

    private final String text;
    private int at;
    private long cost;

    private LuceneExpression(String text) {
        this.text = text;
    }

    /**
     * A part of the automaton.
     *
     * @param states about how many it has
     * @param optional how many of its parts may be empty one after the other; 0 if it is never empty
     */
    private record Part(long states, long optional) {}

    /** The cost of an expression: 0 for most. */
    public static long cost(String text) {
        LuceneExpression expression = new LuceneExpression(text);
        while (expression.at < text.length()) {
            expression.alternatives(0);
            // A bracket too many.
            expression.at++;
        }
        return expression.cost;
    }

    /** The cost of the expressions between slashes in a query in Lucene's syntax; whatever stands between two of them is taken for one. */
    static long costIn(String query) {
        long cost = 0;
        int begin = -1;
        for (int i = 0; i < query.length(); i++) {
            if (query.charAt(i) == '\\') {
                i++;
            } else if (query.charAt(i) == '/') {
                cost = begin < 0 ? 0 : cost + cost(query.substring(begin, i));
                begin = i + 1;
            }
        }
        return cost;
    }

    private Part alternatives(int level) {
        if (level > MOST_LEVELS) {
            cost = MOST;
            at = text.length();
        }
        Part all = sequence(level);
        while (at < text.length() && text.charAt(at) != ')') {
            at++;
            Part next = sequence(level);
            all = new Part(sum(all.states, next.states), sum(all.optional, next.optional));
        }
        return all;
    }

    private Part sequence(int level) {
        long states = 0;
        long optional = 0;
        long inARow = 0;
        boolean empty = true;
        while (at < text.length() && "|&)".indexOf(text.charAt(at)) < 0) {
            Part part = repeated(atom(level));
            states = sum(states, part.states);
            optional = sum(optional, part.optional);
            inARow = part.optional == 0 ? 0 : sum(inARow, part.optional);
            // Each is joined with those before it.
            add(part.optional == 0 ? 0 : (inARow - part.optional) * part.optional);
            empty &= part.optional > 0;
        }
        return new Part(states, empty ? Math.max(1, optional) : 0);
    }

    private Part atom(int level) {
        char c = text.charAt(at++);
        if (c == '(') {
            Part group = alternatives(level + 1);
            at++;
            return group;
        }
        if (c == '[') {
            passClass();
        } else if (c == '\\') {
            at++;
        }
        return new Part(1, EMPTY_ATOMS.indexOf(c) < 0 ? 0 : 1);
    }

    // The first character belongs to the class, whatever it is.
    private void passClass() {
        if (at < text.length() && text.charAt(at) == '^') {
            at++;
        }
        do {
            at += at < text.length() && text.charAt(at) == '\\' ? 2 : 1;
        } while (at < text.length() && text.charAt(at) != ']');
        at++;
    }

    private Part repeated(Part atom) {
        Part part = atom;
        while (at < text.length() && QUANTIFIERS.indexOf(text.charAt(at)) >= 0) {
            char c = text.charAt(at++);
            if (c == '{') {
                part = repeatedTimes(part);
            } else if (c != '+') {
                part = new Part(part.states, Math.max(1, part.optional));
            }
        }
        return part;
    }

    private Part repeatedTimes(Part part) {
        long least = number();
        long most = least;
        if (at < text.length() && text.charAt(at) == ',') {
            at++;
            most = Math.max(least, number());
        }
        at++;
        long times = Math.clamp(most, 1, MOST_TURNS);
        long optional = least > 0 ? part.optional : Math.max(1, part.optional);
        Part repeated = new Part(Math.min(MOST, part.states * times), Math.min(MOST, optional * times));
        add(times > 1 ? repeated.states : 0);
        add(times > 1 && optional > 0 ? repeated.optional * repeated.optional / 2 : 0);
        return repeated;
    }

    private long number() {
        long number = 0;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            number = Math.min(MOST_TURNS, number * 10 + text.charAt(at++) - '0');
        }
        return number;
    }

    private void add(long more) {
        cost = sum(cost, more);
    }

    private static long sum(long some, long more) {
        return Math.min(MOST, some + more);
    }
}

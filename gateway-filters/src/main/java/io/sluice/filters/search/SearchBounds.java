package io.sluice.filters.search;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of members of searches whose value a server takes for how much it makes room for, or how often it calls itself, before it
 * looks at anything else: one large value ends a node. They are far above what is useful, and were found on Elasticsearch 7.17 and
 * OpenSearch 2.19. Stateless.
 */
public final class SearchBounds {

    /** Completions. */
    public static final Bound COMPLETIONS = Bound.atMost(10_000);

    /** Suggestions for one word: a server keeps so many for each word of a text, also where it stands again. */
    public static final Bound SUGGESTIONS = Bound.atMost(100);

    /** Hits of a shard that a sampler looks at. */
    public static final Bound SAMPLED = Bound.atMost(10_000);

    /** Ways in which a server corrects a phrase, all of which it tries. */
    public static final Bound PHRASES = Bound.atMost(10);

    /** Words of a phrase that may be wrong. */
    public static final Bound ERRORS = new Bound(SearchBounds::areFewErrors, "at most 5, or 0.5 of the words");

    /**
     * Wildcards in a word that is looked for: the automaton of a word has a number of transitions that grows with the square of theirs
     * (8,000 of them ended a node of Elasticsearch 7.17), and one search has many words.
     */
    public static final int MOST_WILDCARDS = 20;

    /**
     * Queries in one search, and sources of intervals. Servers bound those of a {@code bool} alone: a {@code span_near} with 300,000 clauses ended
     * a node of Elasticsearch 7.17.
     */
    public static final int MOST_CLAUSES = 10_000;

    /** Those in all searches of a request. */
    public static final int MOST_CLAUSES_TOGETHER = 100_000;

    /** Why more are not sent. */
    public static final String WHY_FEW_CLAUSES = "a search must not have more than " + MOST_CLAUSES
            + " queries and sources of intervals, and a request not more than " + MOST_CLAUSES_TOGETHER;

    /** Keys of the order of hits, for each of which a server keeps the value of each hit: 10,000 of 3 KB are 30 MB. */
    public static final int MOST_KEYS = 10;

    /** Keys of the orders of inner hits and of hits of aggregations, all together. */
    public static final int MOST_INNER_KEYS = 50;

    /**
     * Groups of statistics that one search counts for. A shard copies all that it has for each new one: a search with 5,000 kept a thread of
     * Elasticsearch 8.19 for half a minute.
     */
    public static final int MOST_GROUPS = 10;

    /** Groups of all searches of a request together: nodes keep each name for as long as they run. */
    public static final int MOST_GROUPS_TOGETHER = 100;

    /** Why a list of groups is not sent. */
    public static final String WHY_FEW_GROUPS = "a search must not have more than " + MOST_GROUPS
            + " groups of stats, and a request not more than " + MOST_GROUPS_TOGETHER;

    /**
     * What an answer repeats: a name of the client's for each bucket or hit, a mark around each word. A name of a megabyte over 10,000 buckets
     * ended a node of Elasticsearch 7.17.
     */
    public static final Bound REPEATED = new Bound(text -> text.length() <= 256, "at most 256 characters");

    /** Why it is not sent. */
    public static final String WHY_REPEATED =
            "an answer repeats it for each hit or bucket, and must have " + REPEATED.text();

    /** A mark that is put around each word that was found: a document may have a word at every second character. */
    public static final Bound TAG = new Bound(text -> text.length() <= 64, "at most 64 characters");

    /** Why it is not sent. */
    public static final String WHY_TAG =
            "a server puts it around each word that was found, and it must have " + TAG.text();

    /** Characters of what an answer repeats as it is, in one request. */
    public static final int MOST_META = 2000;

    /** Characters of the names of all queries of a search, each of which a server says of each hit. */
    public static final int MOST_NAMED = 2000;

    /** So many count for a shorter name. */
    public static final int LEAST_NAMED = 20;

    /** The bound of them for people. */
    public static final String NAMED = "at most " + MOST_NAMED
            + " characters in the names of all queries of a search, where a shorter one than " + LEAST_NAMED
            + " counts as " + LEAST_NAMED;

    /** Hits of a search that explains them: a server makes an object for each part of the query and each hit. */
    public static final Bound EXPLAINED = Bound.atMost(100);

    /**
     * How many clauses must match, in words such as {@code 2<75%}. A server looks for spaces around the sign with an expression that takes the square of
     * their number: five searches with 25,000 kept all threads of Elasticsearch 8.19 for minutes.
     */
    public static final Bound MINIMUM = new Bound(text -> text.length() <= 100, "at most 100 characters");

    private static final int MOST_DEEP = 2;
    private static final int MOST_DEEP_TOGETHER = 20;
    private static final int MOST_STARS = 3;

    /** The parameter {@code snapshots} of hot threads, each of which a server keeps: 2,147,483,640 ended nodes of OpenSearch 2.19 and Elasticsearch 8.19. */
    public static final Bound SNAPSHOTS = Bound.atMost(1000);

    /** The parameter {@code slices}, for each of which a server makes a task at once: 2,147,483,640 ended nodes of Elasticsearch 7.17 and OpenSearch 2.19. */
    public static final Bound SLICES = new Bound(
            Pattern.compile("auto|[0-9]{1,3}|10[01][0-9]|102[0-4]").asMatchPredicate(), "at most 1024, or [auto]");

    /** Paths of {@code filter_path}, with each of which servers and the gateway compare each member of an answer. */
    private static final int MOST_PATHS = 250;

    /**
     * The parameter {@code filter_path}. For each member of an answer a server keeps as many ends of a path as there are ways to lay its
     * {@code **} over the levels around it: 14 of them, over 45 levels of aggregations, ended a node of Elasticsearch 8.19.
     */
    public static final Bound FILTER_PATH = new Bound(
            SearchBounds::isFilterPath,
            "at most " + MOST_PATHS + " paths, with at most " + MOST_DEEP + " parts [**] each and few wildcards");

    private static final Map<String, Bound> MEMBERS = members();

    private SearchBounds() {}

    private static Map<String, Bound> members() {
        Map<String, Bound> members = new HashMap<>();
        most(members, 10_000, "number_of_fragments", "compression", "predict", "max_determinized_states");
        most(members, 100_000, "phrase_limit", "initial_buffer", "lag", "window");
        // A sampler makes room for so many hits as soon as it meets another value.
        most(members, 100, "max_docs_per_value");
        // With it a server lists so many words with a prefix, before it looks for any of them.
        most(members, 1024, "max_expansions", "fuzzy_max_expansions");
        most(members, 1_000_000, "shard_size");
        // With 5, a histogram has a megabyte for each doubling between the least and the greatest value.
        most(members, 3, "number_of_significant_value_digits");
        most(members, 1000, "gram_size", "max_concurrent_group_searches");
        members.put("format", DateFormats.BOUND);
        members.put("minimum_should_match", MINIMUM);
        members.put("interval", HistogramBounds.INTERVAL);
        members.put("offset", HistogramBounds.OFFSET);
        return Map.copyOf(members);
    }

    private static void most(Map<String, Bound> members, long most, String... names) {
        for (String name : names) {
            members.put(name, Bound.atMost(most));
        }
    }

    /** The members that have a bound wherever they stand in a search. */
    public static Map<String, Bound> all() {
        return MEMBERS;
    }

    /** The bound of a member; null if any value is harmless. */
    public static @Nullable Bound of(String member) {
        return MEMBERS.get(member);
    }

    private static boolean isFilterPath(String list) {
        int together = 0;
        String[] paths = list.split(",");
        if (paths.length > MOST_PATHS) {
            return false;
        }
        for (String path : paths) {
            int deep = 0;
            for (String part : path.strip().replaceFirst("^-", "").split("\\.")) {
                if (part.equals("**")) {
                    deep++;
                } else if (count(part, '*') > MOST_STARS) {
                    return false;
                }
            }
            together += deep;
            if (deep > MOST_DEEP || together > MOST_DEEP_TOGETHER) {
                return false;
            }
        }
        return true;
    }

    /** How often a character stands in a text. */
    static long count(String text, char wanted) {
        return text.chars().filter(c -> c == wanted).count();
    }

    // Below 1 it is a share of the words, of which there are ten at most.
    private static boolean areFewErrors(String text) {
        try {
            double errors = Double.parseDouble(text);
            return errors < 1 ? errors <= 0.5 : errors <= 5;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}

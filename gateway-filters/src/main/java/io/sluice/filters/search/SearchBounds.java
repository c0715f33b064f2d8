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

    /** Corrections of a phrase, and of each of its words: a server tries all ways to put these together. */
    public static final Bound CORRECTIONS = Bound.atMost(5);

    /** Words of a phrase that is corrected. */
    public static final Bound WORDS_OF_PHRASE = Bound.atMost(10);

    /**
     * Words of a phrase that may be wrong; a server's own bound is half of them. With 5 of 9 words and 10 corrections each a server tried for
     * 17 s, and nothing ended it; of 10 words with 5 each there are a million ways, a thirteenth of these.
     */
    public static final Bound ERRORS = new Bound(SearchBounds::areFewErrors, "at most 3, or 0.5 of the words");

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

    /**
     * Sources of intervals that stand for many words. A server opens each of their words in each segment, at 5 KB each, and keeps them until the
     * segment is done. How many words one may stand for, Elasticsearch 8 takes from the size of its heap: those of one are a tenth of it on 2 cores.
     */
    public static final int MOST_EXPANDED = 2;

    /** Spans that stand for many words; all their words together are bounded by servers, too. */
    public static final int MOST_MULTIPLE = 10;

    /** Queries of a search that go through the words of an index ({@code prefix} and its like): one takes half a second of a million words. */
    public static final int MOST_THROUGH = 100;

    /** Values of one window. */
    public static final int MOST_IN_WINDOW = 500;

    /** A window of an aggregation that moves. */
    public static final Bound WINDOW = Bound.atMost(MOST_IN_WINDOW);

    /** Values that all windows of a search have together: with one of 65,000 two documents kept a thread for 40 s, which nothing ended. */
    public static final int MOST_IN_WINDOWS = 5000;

    /**
     * Numbers and texts in the points from which hits are sorted by distance: a server makes room for each point and each place of a document, and a
     * document may have thousands.
     */
    public static final int MOST_IN_POINTS = 20;

    /** Phrases that one search has a server correct, at a second each. */
    public static final int MOST_PHRASES = 5;

    /** Those of all searches of a request together. */
    public static final int MOST_PHRASES_TOGETHER = 20;

    /** Fields of one {@code matrix_stats}: a server compares each with each, for each document. */
    public static final int MOST_OF_MATRIX = 20;

    /** Those of all of a search together. */
    public static final int MOST_OF_MATRICES = 50;

    /** Documents that others shall be like, or unlike: of each a server keeps all words while it searches. */
    public static final int MOST_LIKED = 100;

    /** Searches for neighbours in one search, whether as queries or beside them: 1,000 of them took Elasticsearch 8.19 100 s. */
    public static final int MOST_NEIGHBOURS = 100;

    /** Numbers in the shapes of a search, for one of which 10 characters of a text count: a server compares each document with all edges, a million with 100,000 of them for 80 minutes. */
    public static final int MOST_IN_SHAPES = 20_000;

    /** Queries of a search for children or parents, for each of which a server keeps 8 bytes for each parent that there is. */
    public static final int MOST_JOINS = 20;

    /** How often queries of a search ask for inner hits: 1,000 times 100 of each of 100 hits are 10 GB. */
    public static final int MOST_INNER_HITS = 10;

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

    /** The parameters {@code max_concurrent_searches} and {@code max_concurrent_shard_requests}: a thousand fill the queue for everybody's searches. */
    public static final int MOST_AT_ONCE = 20;

    /** The bound of them. */
    public static final Bound AT_ONCE = Bound.atMost(MOST_AT_ONCE);

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
        most(members, 10_000, "compression", "predict", "max_determinized_states");
        most(members, 1000, "number_of_fragments");
        most(members, 100_000, "phrase_limit", "initial_buffer", "lag");
        members.put("window", WINDOW);
        // A sampler makes room for so many hits as soon as it meets another value.
        most(members, 100, "max_docs_per_value");
        // A server lists so many words for each prefix and each fuzzy word, and Elasticsearch 7.17 opens all of them at
        // once.
        most(members, 100, "max_expansions", "fuzzy_max_expansions");
        most(members, 1_000_000, "shard_size");
        // With 5, a histogram has a megabyte for each doubling between the least and the greatest value.
        most(members, 3, "number_of_significant_value_digits");
        most(members, 1000, "gram_size");
        most(members, 10, "max_concurrent_group_searches");
        // A fragment begins where a server finds a boundary before it, and may have the whole text with each of them.
        most(members, 1000, "boundary_max_scan");
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
            return errors < 1 ? errors <= 0.5 : errors <= 3;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}

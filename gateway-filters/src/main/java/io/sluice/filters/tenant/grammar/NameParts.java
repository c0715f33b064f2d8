package io.sluice.filters.tenant.grammar;

import io.sluice.filters.search.NamePatterns;
import java.util.Arrays;

/**
 * Counts the parts of fields' names along a path: a field in the object of another has its parts and that one's. A
 * server makes an object of each part, and calls itself for it. For one body at a time; an object is identified by its
 * depth.
 */
final class NameParts {

    private int[] depths = {};
    /** Of the names around each object. */
    private int[] around = {};
    /** The same, with the name of the member that was asked about last. */
    private int[] member = {};

    private int open;

    /** Starts an object whose members are fields. */
    void open(int depth) {
        close(depth);
        if (open == depths.length) {
            int length = Math.max(4, open * 2);
            depths = Arrays.copyOf(depths, length);
            around = Arrays.copyOf(around, length);
            member = Arrays.copyOf(member, length);
        }
        depths[open] = depth;
        around[open] = open == 0 ? 0 : member[open - 1];
        member[open] = around[open];
        open++;
    }

    /** Ends the object and everything inside it. */
    void close(int depth) {
        while (open > 0 && depths[open - 1] >= depth) {
            open--;
        }
    }

    /** Counts the name of a member of the object at a depth; whether the path to it has few enough parts. */
    boolean takes(int depth, String name) {
        close(depth + 1);
        int last = open - 1;
        member[last] = around[last] + NamePatterns.parts(name);
        return member[last] <= NamePatterns.MOST_PARTS;
    }
}

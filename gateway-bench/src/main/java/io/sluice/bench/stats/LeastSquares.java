package io.sluice.bench.stats;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Finds what each of several things costs from what they cost together in different amounts. */
public final class LeastSquares {
    private static final double SINGULAR = 1e-12;

    private LeastSquares() {}

    /**
     * The costs, none below 0, for which the sums miss the totals least, relative to each total: one that comes out below 0 counts as 0,
     * and the others are found again without it.
     *
     * @param amounts for each total how much of each thing it has; at least as many rows as things
     * @param totals above 0, as many as rows
     * @throws IllegalArgumentException if the amounts do not tell the things apart
     */
    public static double[] costs(double[][] amounts, double[] totals) {
        int[] things = IntStream.range(0, amounts[0].length).toArray();
        double[] costs = new double[things.length];
        while (things.length > 0) {
            double[] found = solve(amounts, totals, things);
            int least = 0;
            for (int i = 1; i < found.length; i++) {
                least = found[i] < found[least] ? i : least;
            }
            if (found[least] >= 0) {
                for (int i = 0; i < found.length; i++) {
                    costs[things[i]] = found[i];
                }
                return costs;
            }
            int left = things[least];
            things = Arrays.stream(things).filter(thing -> thing != left).toArray();
        }
        return costs;
    }

    /** By the normal equations, with each row divided by its total. */
    private static double[] solve(double[][] amounts, double[] totals, int[] things) {
        int n = things.length;
        double[][] equations = new double[n][n + 1];
        for (int row = 0; row < totals.length; row++) {
            for (int i = 0; i < n; i++) {
                double amount = amounts[row][things[i]] / totals[row];
                for (int j = 0; j < n; j++) {
                    equations[i][j] += amount * amounts[row][things[j]] / totals[row];
                }
                equations[i][n] += amount;
            }
        }
        for (int pivot = 0; pivot < n; pivot++) {
            eliminate(equations, pivot);
        }
        double[] solution = new double[n];
        for (int i = 0; i < n; i++) {
            solution[i] = equations[i][n] / equations[i][i];
        }
        return solution;
    }

    private static void eliminate(double[][] equations, int pivot) {
        int best = pivot;
        for (int row = pivot + 1; row < equations.length; row++) {
            best = Math.abs(equations[row][pivot]) > Math.abs(equations[best][pivot]) ? row : best;
        }
        double[] swapped = equations[pivot];
        equations[pivot] = equations[best];
        equations[best] = swapped;
        double largest = Arrays.stream(equations[pivot]).map(Math::abs).max().orElse(0);
        if (Math.abs(equations[pivot][pivot]) <= SINGULAR * largest || largest == 0) {
            throw new IllegalArgumentException("the amounts do not tell the things apart");
        }
        for (int row = 0; row < equations.length; row++) {
            if (row != pivot) {
                double factor = equations[row][pivot] / equations[pivot][pivot];
                for (int column = pivot; column < equations[row].length; column++) {
                    equations[row][column] -= factor * equations[pivot][column];
                }
            }
        }
    }
}

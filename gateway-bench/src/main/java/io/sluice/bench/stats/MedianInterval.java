package io.sluice.bench.stats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Locale;

/**
 * A median with its 95% confidence interval from order statistics, which assumes nothing about the distribution: the
 * bounds are the k-th smallest and k-th largest value, k the largest for which a fair coin thrown n times shows fewer than
 * k heads with a probability of at most 2.5%. Below six values the interval is the whole range, and says so.
 *
 * @param covered the interval's true confidence, 0 to 1
 */
public record MedianInterval(double median, double low, double high, double covered, int count) {
    private static final double TAIL = 0.025;

    /**
     * Of these values, in any order.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static MedianInterval of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        int k = rank(n);
        double covered = 1 - 2 * below(n, Math.max(1, k));
        int bound = Math.max(0, k - 1);
        double median = n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
        return new MedianInterval(median, sorted[bound], sorted[n - 1 - bound], covered, n);
    }

    /** Writes median and bounds as members of {@code into}. */
    public void write(ObjectNode into) {
        into.put("median", median).put("low", low).put("high", high);
    }

    /**
     * As {@code 1.020 (0.965 .. 1.053)}.
     *
     * @param factor that every value is multiplied with before it is written
     * @param decimals behind the point
     */
    public String text(double factor, int decimals) {
        String number = "%." + decimals + "f";
        return String.format(
                Locale.ROOT,
                number + " (" + number + " .. " + number + ")",
                median * factor,
                low * factor,
                high * factor);
    }

    /** The largest k with P(fewer than k heads of n) at most 2.5%; 0 if there is none. */
    private static int rank(int n) {
        int k = 0;
        while (k < n / 2 && below(n, k + 1) <= TAIL) {
            k++;
        }
        return k;
    }

    /** The probability that a fair coin thrown {@code n} times shows fewer than {@code k} heads. */
    private static double below(int n, int k) {
        double term = Math.pow(0.5, n);
        double sum = 0;
        for (int heads = 0; heads < k; heads++) {
            sum += term;
            term = term * (n - heads) / (heads + 1);
        }
        return sum;
    }
}

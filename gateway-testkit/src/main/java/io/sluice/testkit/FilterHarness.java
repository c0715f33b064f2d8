package io.sluice.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.api.Filter;
import io.sluice.api.FilterFactory;
import io.sluice.api.FilterType;
import io.sluice.config.ConfigException;
import io.sluice.config.ConfigLoader;
import java.io.IOException;
import java.util.Map;

/**
 * Runs a filter as the gateway does: plan, request body, response, end. What it promises for every run:
 *
 * <ol>
 *   <li>The calls come in the order and number that {@link Filter} guarantees, {@code onComplete} also after failures.
 *   <li>A chunk that was lent is overwritten and released once the call is over, so a filter that keeps it is found.
 *   <li>A buffer that is not released, and an exchange used off its event loop, fail the run.
 *   <li>Blocking tasks run on the test's thread, as part of the run, and time stands still unless the test moves it.
 * </ol>
 *
 * <pre>{@code
 * FilterHarness harness = FilterHarness.of(new TenantFactory(), "header: X-Tenant");
 * HarnessResult result = harness.request("POST", "/logs/_search")
 *         .header("Content-Type", "application/json")
 *         .body("{\"size\":1}")
 *         .everySplit();
 * }</pre>
 *
 * <p>To be used by one thread.
 */
public final class FilterHarness implements AutoCloseable {

    private final Filter filter;
    private final TestContext context;
    private int calls;

    private FilterHarness(Filter filter, TestContext context) {
        this.filter = filter;
        this.context = context;
    }

    /** Runs a filter that the test made, with a context of its own. */
    public static FilterHarness of(Filter filter) {
        return of(filter, new TestContext());
    }

    /** Runs a filter that the test made with a context. */
    public static FilterHarness of(Filter filter, TestContext context) {
        return new FilterHarness(filter, context);
    }

    /**
     * Makes the filter as the gateway does from what stands under {@code config}.
     *
     * @param yaml empty where the filter needs no configuration
     * @throws IllegalArgumentException if the gateway would refuse the configuration; the message is what it would report
     */
    public static <C extends Record> FilterHarness of(FilterFactory<C> factory, String yaml) {
        return of(factory, yaml, new TestContext());
    }

    /** Makes the filter as {@link #of(FilterFactory, String)} does, with a context. */
    public static <C extends Record> FilterHarness of(FilterFactory<C> factory, String yaml, TestContext context) {
        try {
            C config = bound(factory.configType(), "config of " + factory.type(), yaml, context);
            return new FilterHarness(factory.create(config, context), context);
        } catch (ConfigException | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /**
     * Makes a filter with {@link FilterType} as the gateway does from what stands under {@code config}.
     *
     * @param yaml empty where the filter needs no configuration
     * @throws IllegalArgumentException if the gateway would refuse the configuration; the message is what it would report
     */
    public static FilterHarness of(Class<? extends Filter> filter, String yaml) {
        return of(filter, yaml, new TestContext());
    }

    /** Makes the filter as {@link #of(Class, String)} does, with a context. */
    public static FilterHarness of(Class<? extends Filter> filter, String yaml, TestContext context) {
        try {
            return new FilterHarness(
                    AnnotatedFilter.of(filter)
                            .made(type -> bound(type, "config of " + filter.getSimpleName(), yaml, context), context),
                    context);
        } catch (ConfigException | IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Makes the filter as {@link #of(Class, String)} does, from a map in the place of the YAML. */
    public static FilterHarness of(Class<? extends Filter> filter, Map<String, ?> config) {
        return of(filter, yaml(config));
    }

    private static <C extends Record> C bound(Class<C> type, String place, String yaml, TestContext context)
            throws ConfigException {
        String text = yaml.isBlank() ? "{}" : yaml;
        return new ConfigLoader(Map.of())
                .parseFilter(text, place, context.configDirectory().toAbsolutePath(), type);
    }

    /** Makes the filter as {@link #of(FilterFactory, String)} does, from a map in the place of the YAML. */
    public static <C extends Record> FilterHarness of(FilterFactory<C> factory, Map<String, ?> config) {
        return of(factory, yaml(config));
    }

    private static String yaml(Map<String, ?> config) {
        try {
            return new ObjectMapper().writeValueAsString(config);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the map is not what YAML could say: " + config, e);
        }
    }

    /** The filter. */
    public Filter filter() {
        return filter;
    }

    /** What the filter was lent. */
    public TestContext context() {
        return context;
    }

    /**
     * Begins to describe an exchange.
     *
     * @param target in origin-form: path and query
     */
    public HarnessCall request(String method, String target) {
        return new HarnessCall(this, ++calls, method, target);
    }

    /** Closes the filter, as the gateway does after its last exchange. */
    @Override
    public void close() {
        filter.close();
    }
}

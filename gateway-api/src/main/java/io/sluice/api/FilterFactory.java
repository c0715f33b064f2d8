package io.sluice.api;

/**
 * Makes the filters of one type. Besides what holds for every {@link PluginFactory}, every filter that was created is closed
 * exactly once, after its last exchange completed.
 *
 * @param <C> the record that the YAML under {@code config} is bound to
 */
public non-sealed interface FilterFactory<C extends Record> extends PluginFactory<C> {

    /** {@inheritDoc} The default is what {@link FilterType} on the factory's class says. */
    @Override
    default String type() {
        return annotation().value();
    }

    /** {@inheritDoc} The default is what {@link FilterType} on the factory's class says. */
    @Override
    default String description() {
        return annotation().description();
    }

    private FilterType annotation() {
        FilterType annotation = getClass().getAnnotation(FilterType.class);
        if (annotation == null) {
            throw new IllegalStateException(
                    getClass().getName() + " has no @FilterType and does not name its type itself");
        }
        return annotation;
    }

    /**
     * Makes one filter. Runs off the event loops and may block, for instance to read a file.
     *
     * @throws IllegalArgumentException if the configuration cannot work; its message is shown to the operator beside the place in
     *     the file
     * @throws java.io.IOException if something that the filter needs cannot be read
     */
    Filter create(C config, FilterContext context) throws java.io.IOException;
}

package io.sluice.filters.answer;

import io.sluice.api.Filter;
import io.sluice.api.FilterContext;
import io.sluice.api.FilterFactory;

/** Makes {@code answer} filters. */
public final class AnswerFactory implements FilterFactory<AnswerConfig> {

    @Override
    public int apiVersion() {
        return API_VERSION;
    }

    @Override
    public String type() {
        return "answer";
    }

    @Override
    public String description() {
        return "answers requests by itself, with a fixed status, headers and body";
    }

    @Override
    public Class<AnswerConfig> configType() {
        return AnswerConfig.class;
    }

    @Override
    public Filter create(AnswerConfig config, FilterContext context) {
        return new AnswerFilter(config);
    }
}

package io.sluice.filters.tenant.names;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.queryparser.classic.TokenMgrError;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/** What Lucene's own parser finds in a query: each clause with its field. */
final class LuceneFields extends QueryParser {

    /** The field of clauses that name none. */
    static final String NONE = "no field";

    private final List<String> clauses = new ArrayList<>();
    private final UnaryOperator<String> fields;

    private LuceneFields(UnaryOperator<String> fields) {
        super(NONE, new StandardAnalyzer());
        this.fields = fields;
        setAllowLeadingWildcard(true);
    }

    /**
     * The clauses, with fields renamed.
     *
     * @return null if Lucene does not take the query
     */
    static @Nullable List<String> of(String text, UnaryOperator<String> fields) {
        LuceneFields parser = new LuceneFields(fields);
        try {
            parser.parse(text);
            return parser.clauses;
        } catch (ParseException | TokenMgrError | RuntimeException e) {
            return null;
        }
    }

    private Query clause(String kind, String field, String text) {
        boolean exists = field.equals("_exists_");
        if (exists && !kind.equals("text") && !kind.equals("phrase")) {
            throw new IllegalArgumentException("Elasticsearch knows no " + kind + " of fields");
        }
        String renamed = exists || field.equals(NONE) ? field : fields.apply(field);
        clauses.add(kind + " " + renamed + " " + (exists ? fields.apply(text) : text));
        return new MatchAllDocsQuery();
    }

    @Override
    protected Query getFieldQuery(String field, String text, boolean quoted) {
        return clause("text", field, text);
    }

    @Override
    protected Query getFieldQuery(String field, String text, int slop) {
        return clause("phrase", field, text);
    }

    @Override
    protected Query getRangeQuery(String field, String from, String to, boolean withFrom, boolean withTo) {
        return clause("range", field, from + " " + to + withFrom + withTo);
    }

    @Override
    protected Query getWildcardQuery(String field, String text) {
        return field.equals("*") && text.equals("*") ? clause("everything", NONE, "") : clause("wildcard", field, text);
    }

    @Override
    protected Query getPrefixQuery(String field, String text) {
        return clause("prefix", field, text);
    }

    @Override
    protected Query getRegexpQuery(String field, String text) {
        return clause("regexp", field, text);
    }

    @Override
    protected Query getFuzzyQuery(String field, String text, float similarity) {
        return clause("fuzzy", field, text + similarity);
    }
}

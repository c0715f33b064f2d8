package io.sluice.filters.queryguard;

import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.Term;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.queryparser.classic.TokenMgrError;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/** What Lucene's own parser makes of a text. */
final class LuceneFindings extends QueryParser {

    boolean leadingWildcard;
    boolean regexp;
    boolean fuzzy;
    int shortest = QueryText.NO_PREFIX;

    private LuceneFindings() {
        super("f", new StandardAnalyzer());
        setAllowLeadingWildcard(true);
    }

    /** What Lucene finds in a text; null if it does not take it. */
    static @Nullable LuceneFindings of(String text) {
        LuceneFindings findings = new LuceneFindings();
        try {
            findings.parse(text);
            return findings;
        } catch (ParseException | TokenMgrError | RuntimeException e) {
            return null;
        }
    }

    @Override
    protected Query getWildcardQuery(String field, String term) throws ParseException {
        if (!term.equals("*")) {
            leadingWildcard |= term.startsWith("*") || term.startsWith("?");
            int length = 0;
            for (int i = 0; term.charAt(i) != '*' && term.charAt(i) != '?'; i++) {
                i += term.charAt(i) == '\\' ? 1 : 0;
                length++;
            }
            shortest = Math.min(shortest, length);
        }
        return super.getWildcardQuery(field, term);
    }

    @Override
    protected Query getPrefixQuery(String field, String term) throws ParseException {
        shortest = Math.min(shortest, term.length());
        return super.getPrefixQuery(field, term);
    }

    @Override
    protected Query getRegexpQuery(String field, String term) {
        regexp = true;
        return newTermQuery(new Term(field, term), 1);
    }

    @Override
    protected Query getFuzzyQuery(String field, String term, float similarity) throws ParseException {
        fuzzy = true;
        return super.getFuzzyQuery(field, term, similarity);
    }
}

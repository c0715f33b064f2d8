package io.sluice.dist;

import java.util.List;

/** Searches of a tenant in shared indices whose answers could show what another tenant has written. */
final class TenantProbes {

    /** Searches whose answer could show it; an entry with a blank before its brace begins with the rest of the URL. */
    static final List<String> SHOWN = List.of(
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_boost_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_blended_freqs_1'}}}}",
            "{'query':{'wildcard':{'kw':{'value':'zeb*','rewrite':'top_terms_1'}}}}",
            "{'query':{'regexp':{'kw':{'value':'zeb.*','rewrite':'top_terms_1'}}}}",
            "{'query':{'prefix':{'kw':{'value':'a','rewrite':'scoring_boolean'}}}}",
            "{'query':{'prefix':{'kw':{'value':'a','rewrite':'constant_score_boolean'}}}}",
            "{'query':{'fuzzy':{'kw':{'value':'zebrax','max_expansions':1}}}}",
            "{'query':{'fuzzy':{'t':{'value':'zebrax','rewrite':'top_terms_1'}}}}",
            "{'query':{'fuzzy':{'t':'zebrax'}}}",
            "{'query':{'match':{'t':{'query':'zebrax','fuzziness':1,'max_expansions':1}}}}",
            "{'query':{'match':{'t':{'query':'zebrax','fuzziness':'AUTO','max_expansions':1,'fuzzy_rewrite':'top_terms_1'}}}}",
            "{'query':{'match_bool_prefix':{'t':{'query':'zebrax nothing','fuzziness':1,'max_expansions':1}}}}",
            "{'query':{'multi_match':{'query':'zebrax','fields':['t'],'fuzziness':1,'max_expansions':1}}}",
            "{'query':{'match_phrase_prefix':{'t':{'query':'zebra','max_expansions':1}}}}",
            "{'query':{'match_phrase_prefix':{'t':{'query':'quick zebra','max_expansions':1}}}}",
            "{'query':{'multi_match':{'query':'zebra','type':'phrase_prefix','fields':['t'],'max_expansions':1}}}",
            "{'query':{'query_string':{'query':'zebrax~1','default_field':'t','fuzzy_max_expansions':1}}}",
            "{'query':{'query_string':{'query':'t:(zebrax ~)','fuzzy_max_expansions':1}}}",
            "{'query':{'query_string':{'query':'zebra*','default_field':'kw','rewrite':'top_terms_1'}}}",
            "{'query':{'query_string':{'query':'a*','default_field':'kw','rewrite':'scoring_boolean'}}}",
            "{'query':{'query_string':{'query':'quick i0','default_field':'t','type':'phrase_prefix'}}}",
            "{'query':{'simple_query_string':{'query':'zebrax~1','fields':['t'],'fuzzy_max_expansions':1}}}",
            "{'query':{'simple_query_string':{'query':'x\\\\\\\"~1 zebrax~1','fields':['t'],'fuzzy_max_expansions':1}}}",
            "{'query':{'span_multi':{'match':{'prefix':{'t':{'value':'a'}}}}}}",
            "{'query':{'span_multi':{'match':{'prefix':{'t':{'value':'zebra','rewrite':'top_terms_1'}}}}}}",
            "{'query':{'intervals':{'t':{'prefix':{'prefix':'i'}}}}}",
            "{'query':{'intervals':{'t':{'wildcard':{'pattern':'i*'}}}}}",
            "{'query':{'intervals':{'t':{'all_of':{'intervals':[{'fuzzy':{'term':'i00001','fuzziness':2}}]}}}}}",
            "{'query':{'prefix':{'t':'a'}},'highlight':{'number_of_fragments':0,'fields':{'t':{'type':'fvh'}}}}",
            "{'query':{'term':{'n':1}},'highlight':{'number_of_fragments':0,'type':'fvh','highlight_query':{'prefix':{'t':'a'}},'fields':{'t':{}}}}",
            "{'size':0,'aggs':{'f':{'filter':{'prefix':{'kw':{'value':'zebra','rewrite':'top_terms_1'}}}}}}",
            "{'query':{'nested':{'path':'c','query':{'match':{'c.t':{'query':'zebrax','fuzziness':1,'max_expansions':1}}}}}}",
            "?q=t:zebrax~1 ",
            "{'query':{'prefix':{'kw':'zebra'}}}",
            "{'query':{'prefix':{'kw':{'value':'zebra','rewrite':'constant_score'}}}}",
            "{'query':{'match_bool_prefix':{'s':'quick zeb'}}}",
            "{'query':{'multi_match':{'query':'quick zeb','type':'bool_prefix','fields':['s','s._2gram']}}}",
            "{'query':{'query_string':{'query':'t:\\\"quick zebra~~~\\\"~2 OR t:zebra* OR t:/zeb.*/'}}}",
            "{'query':{'simple_query_string':{'query':'\\\"quick zebra\\\"~2 | zeb*','fields':['t']}}}",
            "{'query':{'intervals':{'t':{'match':{'query':'quick'}}}}}",
            "{'query':{'prefix':{'t':'a'}},'highlight':{'fields':{'t':{}}}}",
            // Among 131 values or fewer: the bucket with two weights is left out, and is looked into before or never.
            "{'size':0,'aggs':{'t':{'terms':{'field':'kw','shard_size':131,'min_doc_count':2,'shard_min_doc_count':2,'size':131},"
                    + "'aggs':{'w':{'weighted_avg':{'value':{'field':'m'},'weight':{'field':'m'}}}}}}}",
            "{'size':0,'aggs':{'t':{'terms':{'field':'kw','size':500}}}}",
            // Behind a word that no document has, buckets would be there or not.
            "{'size':0,'aggs':{'c':{'composite':{'size':3,'sources':[{'k':{'terms':{'field':'kw','missing_bucket':true,'missing_order':'last'}}}],"
                    + "'after':{'k':'zebra1'}}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':3,'sources':[{'k':{'terms':{'field':'kw','missing_bucket':true}}}],'after':{'k':'zebra1'}}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'k':{'terms':{'field':'kw','order':'desc'}}},{'n':{'terms':{'field':'n'}}}],"
                    + "'after':{'k':'zebras','n':0}}}}}",
            // Below dates, whose buckets a server makes by the dates of all, these are mixed up.
            "{'size':0,'aggs':{'d':{'date_histogram':{'field':'d','fixed_interval':'1000d'},"
                    + "'aggs':{'r':{'rare_terms':{'field':'kw','max_doc_count':9},'aggs':{'v':{'max':{'field':'m'}}}}}}}}",
            "{'size':0,'aggs':{'k':{'terms':{'field':'kw'},'aggs':{'d':{'date_histogram':{'field':'d','fixed_interval':'1000d'},"
                    + "'aggs':{'r':{'adjacency_matrix':{'filters':{'a':{'match_all':{}}}},'aggs':{'v':{'max':{'field':'m'}}}}}}}}}}",
            // A segment whose documents are all the tenant's could be counted in another way.
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'d':{'date_histogram':{'field':'d','fixed_interval':'1d','order':'desc'}}}]}}}}",
            "{'size':0,'aggs':{'c':{'composite':{'size':1,'sources':[{'d':{'date_histogram':{'field':'d','fixed_interval':'1d'}}}],'after':{'d':4102444800000}}}}}",
            "{'size':0,'aggs':{'n':{'nested':{'path':'c'},'aggs':{'d':{'date_histogram':{'field':'c.d','fixed_interval':'10d'}}}}},"
                    + "'query':{'nested':{'path':'c','query':{'query_string':{'query':'c.d:[2024-01-01 TO 2024-02-01]'}}}}}",
            "{'query':{'bool':{'must':[{'term':{'kw':'zebra0'}},{'distance_feature':{'field':'u','origin':'now','pivot':'1d'}}]}}}",
            "{'query':{'match_all':{}},'collapse':{'field':'n','inner_hits':{'name':'x','size':0}}}",
            "{'sort':[{'c.e.k':{'nested':{'path':'c','filter':{'prefix':{'kw':'zebra'}},'nested':{'path':'c.e'}}}}]}",
            // Seen from a nested object, the document of another that lies before the tenant's first one is among its
            // children.
            "{'query':{'nested':{'path':'c','query':{'match_all':{}},'inner_hits':{'_source':false,"
                    + "'sort':[{'kw':{'nested':{'path':'c.e','filter':{'match_all':{}}}}}]}}}}",
            "{'size':0,'aggs':{'n':{'nested':{'path':'c'},'aggs':{'t':{'top_hits':{'_source':false,"
                    + "'sort':[{'kw':{'nested':{'path':'c.e','filter':{'match_all':{}}}}}]}}}}}}",
            // A nested object is joined with the next document behind it that lies on the outer path.
            "{'query':{'nested':{'path':'c','query':{'nested':{'path':'c','query':{'prefix':{'c.t':'zebra'}}}}}}}",
            "{'query':{'nested':{'path':'c','query':{'nested':{'path':'e','query':{'prefix':{'e.k':'zebra'}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'nested':{'path':'e'},'aggs':{'k':{'terms':{'field':'e.k'}}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'reverse_nested':{'path':'e'},'aggs':{'k':{'terms':{'field':'e.k'}}}}}}}}",
            "{'size':0,'aggs':{'c':{'nested':{'path':'c'},'aggs':{'e':{'filter':{'nested':{'path':'e','query':{'prefix':{'e.k':'zebra'}}}}}}}}}");

    /** Searches whose scores a server computes from the terms of the whole index. */
    static final List<String> SCORES = List.of(
            "{'query':{'match':{'t':'quick zebray'}}}",
            "{'query':{'match':{'t':{'query':'quick','boost':2}}},'sort':[{'_score':'desc'},{'kw':'asc'}]}",
            "{'query':{'match_phrase':{'t':'quick zebray'}}}",
            "{'query':{'multi_match':{'query':'quick zebray','fields':['t^2','s']}}}",
            "{'query':{'multi_match':{'query':'quick zebray','type':'cross_fields','fields':['t','s']}}}",
            "{'query':{'combined_fields':{'query':'quick','fields':['t','s']}}}",
            "{'query':{'query_string':{'query':'t:quick^3 OR kw:zebray','boost':2}}}",
            "{'query':{'simple_query_string':{'query':'quick | zebray','fields':['t','kw']}}}",
            "{'query':{'term':{'kw':'a00000'}}}",
            "{'query':{'term':{'b':true}},'size':3}",
            "{'query':{'terms_set':{'kw':{'terms':['zebray','a00001'],'minimum_should_match_field':'n'}}}}",
            "{'query':{'intervals':{'t':{'match':{'query':'quick zebray'}}}}}",
            "{'query':{'bool':{'should':[{'match':{'t':'quick'}},{'term':{'kw':{'value':'zebray','boost':3}}}],'boost':2}}}",
            "{'query':{'dis_max':{'queries':[{'match':{'t':'quick'}},{'match':{'s':'zebray'}}],'tie_breaker':0.5}}}",
            "{'query':{'boosting':{'positive':{'match':{'t':'quick'}},'negative':{'match':{'s':'quick'}},'negative_boost':0.5}}}",
            "{'query':{'function_score':{'query':{'match':{'t':'quick'}},'functions':[{'filter':{'match':{'s':'quick'}},'weight':2}]}}}",
            "{'query':{'nested':{'path':'c','query':{'match':{'c.t':'zebray'}},'inner_hits':{}}}}",
            "{'query':{'match_all':{}},'size':3,'rescore':{'window_size':9,'query':{'rescore_query':{'match':{'t':'quick'}}}}}",
            "{'query':{'match':{'t':'quick'}},'min_score':0.4}",
            "{'size':0,'query':{'match':{'t':'quick'}},'aggs':{'h':{'top_hits':{'size':3}}}}",
            "{'query':{'bool':{'must':{'match':{'t':{'query':'quick','_name':'q'}}}}},'include_named_queries_score':true}",
            "?include_named_queries_score=true {'query':{'match':{'t':{'query':'quick','_name':'q'}}}}",
            "?min_score=0.4&q=t:quick ",
            "?q=quick&df=t ");

    /** Searches whose answer could show the least and the greatest value of all documents, or that a value is there. */
    static final List<String> BOUNDS = List.of(
            "{'query':{'bool':{'filter':[{'range':{'d':{'gte':'2026-01-01'}}},{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'filter':[{'range':{'d':{'lte':'2024-01-01'}}},{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'must':[{'range':{'d':{'from':'2026-01-01','boost':2}}}],'should':[{'regexp':{'n':'a'}}]}}}",
            "{'query':{'bool':{'must_not':[{'range':{'d':{'gte':'1990-01-01'}}}],'filter':[{'regexp':{'n':'a'}}]}}}",
            "{'query':{'constant_score':{'filter':{'bool':{'must':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}}}",
            "{'query':{'function_score':{'query':{'range':{'d':{'gt':'now'}}},'functions':[{'filter':{'regexp':{'n':'a'}},'weight':2}]}}}",
            "{'query':{'dis_max':{'queries':[{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}]}}}",
            "{'post_filter':{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}",
            "{'size':0,'aggs':{'f':{'filter':{'bool':{'filter':[{'range':{'d':{'gt':'now'}}},{'regexp':{'n':'a'}}]}}}}}",
            "{'query':{'query_string':{'query':'d:[2026 TO *] AND n:/a/'}}}",
            "{'size':0,'aggs':{'f':{'filter':{'range':{'d':{'gt':'2026-01-01'}}}}}}",
            "{'size':0,'aggs':{'f':{'filters':{'filters':{'a':{'range':{'d':{'gt':'2026-01-01'}}},'b':{'match_all':{}}}}}}}",
            "{'size':0,'aggs':{'f':{'adjacency_matrix':{'filters':{'a':{'range':{'d':{'lt':'2024-01-01'}}}}}}}}",
            "{'query':{'span_term':{'kw':'zebra0'}}}",
            "{'query':{'span_or':{'clauses':[{'span_term':{'_routing':'canary'}}]}}}",
            "?q=d:[2026+TO+*]+AND+n:/a/ ",
            "?pre_filter_shard_size=1 {'size':0,'query':{'range':{'d':{'gte':'2026-01-01'}}},'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':false,'sort':[{'n':'asc'}],'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':'false','sort':['n'],'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "{'size':1,'track_total_hits':-1,'sort':{'d':'desc'},'search_after':[978307200000],'aggs':{'x':{'terms':{'field':'t'}}}}",
            "?track_total_hits=false&sort=n:asc {'size':1,'search_after':[2],'aggs':{'x':{'terms':{'field':'t'}}}}");

    private TenantProbes() {}
}

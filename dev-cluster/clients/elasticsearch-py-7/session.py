"""The calls an application makes with elasticsearch-py 7.17, on one index; prints every answer as a line of JSON.

usage: session.py URL [own|given|mapped]
own: it makes its index and deletes it at the end; given: there is one with its mapping, which the operator made;
mapped: there is a place for it, whose mapping it writes, and no index is unknown.
"""

import json
import re
import sys
import warnings

from elasticsearch import Elasticsearch, TransportError
from elasticsearch.helpers import bulk, scan

INDEX = "places"

# What a server draws or measures anew for each request.
DRAWN = {"took", "_scroll_id", "pit_id", "index_uuid", "name", "cluster_name", "cluster_uuid"}
# What counts the documents of others too in an index that the operator made for several.
COUNTED = r'(?<="_seq_no": )\d+|(?<=_seq_no\\":)\d+|(?<="sort": \[)(\d+, )\d+(?=])'
MAPPING = {"properties": {"place": {"type": "keyword"}, "text": {"type": "text"}, "people": {"type": "long"}}}

indices = sys.argv[2] if len(sys.argv) > 2 else "own"
opened = {}
drawn_ids = set()


def shown(value):
    if isinstance(value, dict):
        # Tenants are not told on which node a shard failed.
        return {name: "*" if name in DRAWN else shown(inside) for name, inside in value.items() if name != "node"}
    if isinstance(value, (list, tuple)):
        return [shown(inside) for inside in value]
    return "*" if value in drawn_ids else value


def step(name, call):
    try:
        answer = call()
    except TransportError as error:
        answer = {"status": error.status_code, "error": error.error, "info": error.info}
    if isinstance(answer, dict) and len(str(answer.get("_id", ""))) == 20:
        drawn_ids.add(answer["_id"])
    text = json.dumps(shown(answer), sort_keys=True, ensure_ascii=False)
    for handle in opened.values():
        text = text.replace(handle, "*")
    text = re.sub(r"(?<=\[places/)[\w-]{22}(?=])", "*", text)
    if indices == "given":
        text = re.sub(COUNTED, r"\1*", text)
    print(name + ": " + text, flush=True)
    return answer


def main(url):
    warnings.simplefilter("ignore")
    client = Elasticsearch([url], http_compress=True)
    step("info", client.info)
    step("ping", client.ping)
    if indices == "own":
        step("exists not", lambda: client.indices.exists(index=INDEX))
        body = {"settings": {"number_of_shards": 1, "number_of_replicas": 0}, "mappings": MAPPING}
        step("create", lambda: client.indices.create(index=INDEX, body=body))
        step("create again", lambda: client.indices.create(index=INDEX, body=body).pop("index"))
    if indices == "mapped":
        step("put mapping", lambda: client.indices.put_mapping(index=INDEX, body=MAPPING))
    step("index exists", lambda: client.indices.exists(index=INDEX))
    step("mapping", lambda: client.indices.get_mapping(index=INDEX))
    step("index", lambda: client.index(index=INDEX, id="geneva", body={"place": "Genève \"日本\" 😀", "people": 201818}))
    step("index without id", lambda: client.index(index=INDEX, body={"place": "Bern", "people": 134794}))
    actions = [{"_index": INDEX, "_id": str(i), "place": "p%d" % (i % 7), "text": "word%d here" % (i % 5), "people": i} for i in range(300)]
    actions.append({"_op_type": "create", "_index": INDEX, "_id": "geneva", "place": "twice"})
    actions.append({"_op_type": "delete", "_index": INDEX, "_id": "7"})
    actions.append({"_op_type": "update", "_index": INDEX, "_id": "nowhere", "doc": {"people": 1}})
    step("bulk", lambda: bulk(client, actions, raise_on_error=False, refresh=True))
    step("update", lambda: client.update(index=INDEX, id="8", body={"doc": {"people": 88}, "_source": True}, refresh=True))
    step("get", lambda: client.get(index=INDEX, id="geneva"))
    step("get nothing", lambda: client.get(index=INDEX, id="7"))
    step("exists", lambda: client.exists(index=INDEX, id="8"))
    step("source", lambda: client.get_source(index=INDEX, id="8"))
    step("mget", lambda: client.mget(index=INDEX, body={"ids": ["geneva", "7", "8"]}))
    search = {
        "query": {"match": {"text": "word3"}},
        "sort": [{"people": "desc"}],
        "aggs": {"places": {"terms": {"field": "place"}, "aggs": {"sum": {"sum": {"field": "people"}}}}},
        "highlight": {"fields": {"text": {}}},
    }
    step("search", lambda: client.search(index=INDEX, body=search, size=5))
    step("search by URL", lambda: client.search(index=INDEX, q="place:p3", sort="people:asc", size=3, _source_includes="people"))
    step("msearch", lambda: client.msearch(body=[{"index": INDEX}, {"size": 0}, {"index": INDEX}, {"sort": ["nothing"]}]))
    if indices != "mapped":
        step("msearch of no index too", lambda: client.msearch(body=[{"index": INDEX}, {"size": 0}, {"index": "nowhere"}, {}]))
    step("count", lambda: client.count(index=INDEX, body={"query": {"range": {"people": {"gte": 100}}}}))
    step("scan", lambda: sorted(int(hit["_source"]["people"]) for hit in scan(client, index=INDEX, size=70, preserve_order=False)))
    opened["pit"] = client.open_point_in_time(index=INDEX, keep_alive="1m")["id"]
    at_a_point = {"pit": {"id": opened["pit"], "keep_alive": "1m"}, "size": 3, "sort": [{"people": "asc"}]}
    step("search at a point in time", lambda: client.search(body=at_a_point))
    step("close point in time", lambda: client.close_point_in_time(body={"id": opened["pit"]}))
    step("update by query", lambda: client.update_by_query(index=INDEX, body={"query": {"term": {"place": "p5"}}}, refresh=True))
    step("delete by query", lambda: client.delete_by_query(index=INDEX, body={"query": {"term": {"place": "p6"}}}, refresh=True))
    step("fields", lambda: client.field_caps(index=INDEX, fields="p*"))
    if indices == "own":
        step("indices", lambda: [row["index"] for row in client.cat.indices(index=INDEX, format="json")])
    if indices != "mapped":
        step("no index", lambda: client.search(index="nowhere", body={}))
    step("a query that fails", lambda: client.search(index=INDEX, body={"query": {"match": {"people": "many"}}}))
    step("conflict", lambda: client.create(index=INDEX, id="8", body={}))
    step("delete", lambda: client.delete(index=INDEX, id="8"))
    step("delete again", lambda: client.delete(index=INDEX, id="8"))
    if indices == "own":
        step("delete index", lambda: client.indices.delete(index=INDEX))
        step("delete index again", lambda: client.indices.delete(index=INDEX))


if __name__ == "__main__":
    main(sys.argv[1])

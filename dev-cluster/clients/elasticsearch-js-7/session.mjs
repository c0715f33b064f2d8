// The calls an application makes with @elastic/elasticsearch 7.17, on one index; prints every answer as a line of JSON.
// usage: node session.mjs URL [own|given|mapped]
// own: it makes its index and deletes it at the end; given: there is one with its mapping, which the operator made;
// mapped: there is a place for it, whose mapping it writes, no index is unknown, and a request is for one index.
import { Client } from '@elastic/elasticsearch'

const index = 'places'
// What a server draws or measures anew for each request.
const drawn = new Set(['took', '_scroll_id', 'pit_id', 'index_uuid', 'name', 'cluster_name', 'cluster_uuid'])
// What counts the documents of others too in an index that the operator made for several.
const counted = /(?<="_seq_no":)\d+|(?<="sort":\[\d+,)\d+(?=])/g
const mappings = { properties: { place: { type: 'keyword' }, text: { type: 'text' }, people: { type: 'long' } } }
const indices = process.argv[3] ?? 'own'
const handles = new Set()
const client = new Client({ node: process.argv[2], compression: 'gzip', maxRetries: 0 })

function shown (value) {
  if (Array.isArray(value)) return value.map(shown)
  if (value === null || typeof value !== 'object') return handles.has(value) ? '*' : value
  // Tenants are not told on which node a shard failed.
  return Object.fromEntries(Object.keys(value).sort().filter(name => name !== 'node').map(name => [name, drawn.has(name) ? '*' : shown(value[name])]))
}

async function step (name, call) {
  let answer
  try {
    answer = await call()
    answer = { status: answer.statusCode, warnings: answer.warnings, body: answer.body }
  } catch (error) {
    answer = { failed: error.name, status: error.statusCode, body: error.meta?.body }
  }
  if (typeof answer.body?._id === 'string' && answer.body._id.length === 20) handles.add(answer.body._id)
  const text = JSON.stringify(shown(answer))
  console.log(name + ': ' + (indices === 'given' ? text.replaceAll(counted, '*') : text))
  return answer.body
}

await step('info', () => client.info())
await step('ping', () => client.ping())
if (indices === 'own') {
  await step('create', () => client.indices.create({ index, body: { settings: { number_of_shards: 1, number_of_replicas: 0 }, mappings } }))
}
if (indices === 'mapped') await step('put mapping', () => client.indices.putMapping({ index, body: mappings }))
await step('index exists', () => client.indices.exists({ index }))
await step('mapping', () => client.indices.getMapping({ index }))
await step('index', () => client.index({ index, id: 'geneva', body: { place: 'Genève "日本" 😀', people: 201818 } }))
await step('index without id', () => client.index({ index, body: { place: 'Bern', people: 134794 } }))
const operations = []
for (let i = 0; i < 300; i++) operations.push({ index: { _index: index, _id: String(i) } }, { place: 'p' + i % 7, text: 'word' + i % 5, people: i })
operations.push({ create: { _index: index, _id: 'geneva' } }, {}, { delete: { _index: index, _id: '7' } })
operations.push({ update: { _index: index, _id: 'nowhere' } }, { doc: { people: 1 } })
await step('bulk', () => client.bulk({ refresh: true, body: operations }))
const helped = await client.helpers.bulk({
  datasource: [1, 2, 3].map(n => ({ people: 1000 + n })), onDocument: document => ({ index: { _index: index, _id: 'h' + document.people } }), refreshOnCompletion: indices === 'mapped' ? index : true
})
console.log('bulk helper: ' + JSON.stringify([helped.total, helped.failed, helped.successful]))
await step('update', () => client.update({ index, id: '8', refresh: true, body: { doc: { people: 88 } } }))
await step('get', () => client.get({ index, id: 'geneva' }))
await step('get nothing', () => client.get({ index, id: '7' }))
await step('exists', () => client.exists({ index, id: '8' }))
await step('mget', () => client.mget({ index, body: { ids: ['geneva', '7', '8'] } }))
await step('search', () => client.search({
  index,
  size: 5,
  body: {
    query: { match: { text: 'word3' } },
    sort: [{ people: 'desc' }],
    aggs: { places: { terms: { field: 'place' } } },
    highlight: { fields: { text: {} } }
  }
}))
await step('msearch', () => client.msearch({ body: [{ index }, { size: 0 }, { index }, { sort: ['nothing'] }] }))
if (indices !== 'mapped') await step('msearch of no index too', () => client.msearch({ body: [{ index }, { size: 0 }, { index: 'nowhere' }, {}] }))
await step('count', () => client.count({ index, body: { query: { range: { people: { gte: 100 } } } } }))
const scrolled = []
for await (const page of client.helpers.scrollDocuments({ index, size: 70, sort: 'people' })) scrolled.push(page.people)
console.log('scroll helper: ' + JSON.stringify(scrolled))
const point = (await client.openPointInTime({ index, keep_alive: '1m' })).body.id
await step('search at a point in time', () => client.search({ body: { pit: { id: point, keep_alive: '1m' }, size: 3, sort: [{ people: 'asc' }] } }))
await step('close point in time', () => client.closePointInTime({ body: { id: point } }))
await step('update by query', () => client.updateByQuery({ index, refresh: true, body: { query: { term: { place: 'p5' } } } }))
await step('delete by query', () => client.deleteByQuery({ index, refresh: true, body: { query: { term: { place: 'p6' } } } }))
await step('fields', () => client.fieldCaps({ index, fields: 'p*' }))
if (indices !== 'mapped') await step('no index', () => client.search({ index: 'nowhere' }))
await step('a query that fails', () => client.search({ index, body: { query: { match: { people: 'many' } } } }))
await step('conflict', () => client.create({ index, id: '8', body: {} }))
await step('delete', () => client.delete({ index, id: '8' }))
await step('delete again', () => client.delete({ index, id: '8' }))
if (indices === 'own') {
  await step('delete index', () => client.indices.delete({ index }))
  await step('delete index again', () => client.indices.delete({ index }))
}
await client.close()

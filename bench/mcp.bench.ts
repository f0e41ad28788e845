import { setTimeout } from 'node:timers/promises'
import { benchKey, startServerUnderTest } from './server-under-test.ts'
import { quantile, type Table } from './table.ts'

const count = 2_000
const rounds = 5
const calls = 200
const headers = {
  authorization: `Bearer ${benchKey}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** The listing of skills by the protocol's own methods, and a call of a tool beside the same search over REST. */
export async function benchMcp(): Promise<readonly Table[]> {
  const server = await startServerUnderTest()
  try {
    // An agent that is connected while the skills are published.
    await listAll(server.url, 0)
    await importSkills(server.url)
    const published = await listAll(server.url)
    const started = await startServerUnderTest({}, server.dataDir)
    // Until its index is there it has other work.
    await setTimeout(3_000)
    const first = await listAll(started.url)
    await started.stop()
    return [await timeListings(server.url, { published, first }), await timeCalls(server.url)]
  } finally {
    await server.stop()
  }
}

/** Page by page. */
async function timeListings(
  url: string,
  { published, first }: { readonly published: number; readonly first: number },
): Promise<Table> {
  const later: number[] = []
  for (let round = 0; round < rounds; round += 1) later.push(await listAll(url))
  return {
    title: 'MCP: skills/list',
    note: `${count} skills; every page, one after the other. Demanded: 1,000 ms.`,
    columns: ['what', 'ms'],
    rows: [
      ['first listing, 3 s after a start', Math.round(first)],
      ['at once after publishing all, with an agent connected', Math.round(published)],
      [`later ones, median of ${rounds}`, Math.round(quantile(later, 0.5))],
    ],
  }
}

/** Alternating, one after the other. A call of a tool is a turn of a conversation and stands in its log. */
async function timeCalls(url: string): Promise<Table> {
  const rest: number[] = []
  const tool: number[] = []
  for (let at = 0; at < calls; at += 1) {
    const query = `case ${at * 7}`
    rest.push(
      await timed(() => fetch(`${url}/api/v1/skills?q=${encodeURIComponent(query)}`, { headers })),
    )
    const params = { name: 'search_skills', arguments: { query } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: at, method: 'tools/call', params })
    // A conversation for each twenty calls, as an agent would have.
    const session = { 'x-repertoire-conversation': `bench ${Math.floor(at / 20)}` }
    tool.push(
      await timed(() =>
        fetch(`${url}/mcp`, { method: 'POST', headers: { ...headers, ...session }, body }),
      ),
    )
  }
  const row = (name: string, values: readonly number[]) => [
    name,
    ...[0.5, 0.99].map((share) => quantile(values, share).toFixed(1)),
  ]
  return {
    title: 'MCP: a call of search_skills beside REST',
    note: `${calls} of each, ${count} skills. Demanded: at most 15 ms more at the median.`,
    columns: ['what', 'p50 ms', 'p99 ms'],
    rows: [row('GET /skills?q=', rest), row('tools/call search_skills', tool)],
  }
}

async function timed(send: () => Promise<Response>): Promise<number> {
  const begun = performance.now()
  const answer = await send()
  const text = await answer.text()
  if (!answer.ok || text.includes('"isError":true')) throw new Error(text)
  return performance.now() - begun
}

async function importSkills(url: string): Promise<void> {
  const items = Array.from({ length: count }, (_, at) => {
    const text = `---\nname: listed-${at}\ndescription: Settles case ${at}.\n---\nDo it.\n`
    const content = Buffer.from(text).toString('base64')
    return { path: `listed-${at}`, files: [{ path: 'SKILL.md', content_base64: content }] }
  })
  for (let at = 0; at < count; at += 50) {
    const body = JSON.stringify({ scope: 'org', items: items.slice(at, at + 50) })
    const answer = await fetch(`${url}/api/v1/imports`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
  }
}

async function listAll(url: string, least: number = count): Promise<number> {
  const begun = performance.now()
  let listed = 0
  let cursor: string | undefined
  do {
    const params = cursor === undefined ? {} : { cursor }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'skills/list', params })
    const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
    const text = await answer.text()
    const { result } = JSON.parse(text.replace(/^[\s\S]*?data: /, '').trim())
    listed += result.skills.length
    cursor = result.nextCursor
  } while (cursor !== undefined)
  if (listed < least) throw new Error(`${listed} of ${count} skills were listed`)
  return performance.now() - begun
}

import { benchKey, type ServerUnderTest } from './server-under-test.ts'
import { quantile, type Table } from './table.ts'

const count = 2_000
const rounds = 5
const headers = {
  authorization: `Bearer ${benchKey}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** The whole listing of skills over MCP, page by page: at first, when entries are made, and then. */
export async function listSkillsOverMcp({ url }: ServerUnderTest): Promise<Table> {
  await importSkills(url)
  const first = await listAll(url)
  const later: number[] = []
  for (let round = 0; round < rounds; round += 1) later.push(await listAll(url))
  return {
    title: 'MCP: skills/list',
    note: `${count} skills; every page, one after the other. Demanded: 1,000 ms.`,
    columns: ['what', 'ms'],
    rows: [
      ['first listing', Math.round(first)],
      [`later ones, median of ${rounds}`, Math.round(quantile(later, 0.5))],
    ],
  }
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

async function listAll(url: string): Promise<number> {
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
  if (listed < count) throw new Error(`${listed} of ${count} skills were listed`)
  return performance.now() - begun
}

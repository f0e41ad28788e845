import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Api } from '../api.ts'
import { root } from '../paths.ts'
import type { Written } from './busy-client.ts'
import { key } from './release-servers.ts'
import { enabledOnce, endedOnce } from './turns.ts'

type Report = (promise: string) => void

/** Nothing is lost and nothing is doubled. */
export async function checkWhole(api: Api, written: Written, report: Report): Promise<void> {
  const { slugs, turns, approved } = written
  assert.ok(slugs.length > 10 && approved.length > 10, 'the client was busy')
  const listed = await listAll<{ slug: string }>(api, '/skills')
  assert.deepEqual(listed.map(({ slug }) => slug).toSorted(), slugs.toSorted())
  for (const id of turns) await endedOnce(api, id)
  for (const id of approved) await enabledOnce(api, id)
  const ended = turns.length + approved.length
  report(
    `${slugs.length} skills are there, ${ended} turns ended once, ${approved.length} approvals acted once`,
  )
  const entries = await listAll<AuditEntry>(api, '/audit')
  for (const [action, count] of [
    ['skill-created', slugs.length],
    ['approval-answered', approved.length],
  ] as const) {
    const targets = entries.filter((entry) => entry.action === action).map(({ target }) => target)
    assert.equal(new Set(targets).size, count, action)
    assert.equal(targets.length, count, `each ${action} once`)
  }
  report(`each skill and each approval has one entry in the audit log of ${entries.length}`)
}

export async function verifyAudit(url: string, report: Report): Promise<void> {
  const cli = join(root, 'packages/cli/src/main.ts')
  const args = ['--conditions=repertoire-source', cli, 'audit', 'verify', '--url', url]
  const env = { ...process.env, REPERTOIRE_API_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  report(`\`repertoire audit verify\`: ${stdout.trim().split('\n').join('; ')}`)
}

interface AuditEntry {
  readonly action: string
  readonly target: string
}

interface Page<Item> {
  readonly items: readonly Item[]
  readonly next_cursor: string | null
}

async function listAll<Item>(api: Api, path: string): Promise<readonly Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Page<Item> = await api.get<Page<Item>>(`${path}?limit=200${from}`)
    items.push(...page.items)
    cursor = page.next_cursor
  }
  return items
}

import assert from 'node:assert/strict'
import type { LockExportBody, LockImportResult } from '@repertoire/protocol'
import type { Api } from '../api.ts'
import { approveAll, listPending } from './inbox.ts'

/** The lock of one server reproduces its skills on another one, byte for byte. */
export async function proveLock(
  first: Api,
  other: Api,
  report: (promise: string) => void,
): Promise<void> {
  const { text, skills, left_out: leftOut } = await first.get<LockExportBody>('/skills/lock')
  assert.deepEqual(leftOut, [])
  const commits = new Set(JSON.parse(text).skills.map(({ commit }: { commit: string }) => commit))
  const began = performance.now()
  const { results } = await other.send<LockImportResult>('POST', '/skills/lock', { text })
  const seconds = (performance.now() - began) / 1_000
  assert.equal(results.length, skills)
  assert.deepEqual(
    results.filter(({ status }) => status !== 'held'),
    [],
  )
  const { items } = await other.get<{ items: unknown[] }>('/skills?limit=5')
  assert.deepEqual(items, [])
  await approveAll(other, await listPending(other))
  assert.equal((await other.get<LockExportBody>('/skills/lock')).text, text)
  report(
    `a third server takes the lock of ${skills} skills at ${commits.size} commits (${seconds.toFixed(1)} s), holds them, and once approved its own lock has the same bytes`,
  )
}

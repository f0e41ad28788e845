import type { AuditEntryBody } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { groupEntries } from './group-entries.ts'

let seq = 0
const entry = (change: Partial<AuditEntryBody>): AuditEntryBody => {
  seq += 1
  const rest = { credential_id: null, address: null, details: {}, hash: '', at: '', target: 't' }
  const own = { id: `aud_${seq}`, seq, actor: 'usr_1', action: 'skill-imported', trace_id: 'a' }
  return { ...rest, ...own, ...change }
}
const sizes = (...entries: AuditEntryBody[]) => groupEntries(entries).map(({ length }) => length)

it('entries of one operation stand together; another person, action or operation does not', () => {
  expect(sizes(entry({}), entry({}), entry({}))).toEqual([3])
  expect(sizes(entry({}), entry({ actor: 'usr_2' }))).toEqual([1, 1])
  expect(sizes(entry({}), entry({ action: 'skill-created' }))).toEqual([1, 1])
  const created = { action: 'skill-created', at: '2026-11-28T10:00:00Z' }
  expect(sizes(entry(created), entry({ ...created, trace_id: 'b' }))).toEqual([1, 1])
  expect(sizes(entry({ trace_id: null }), entry({ trace_id: null }))).toEqual([1, 1])
})

it('an import that a client sends in several requests is one operation, another import later is not', () => {
  const at = (time: string, trace_id: string) => entry({ at: `2026-11-28T10:${time}Z`, trace_id })
  const imports = [at('00:00', 'a'), at('00:40', 'b'), at('01:20', 'c')]
  expect(sizes(...imports, at('05:00', 'd'))).toEqual([3, 1])
})

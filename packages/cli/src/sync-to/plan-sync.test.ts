import { expect, it } from 'vitest'
import { type LocalSkill, planSkill } from './plan-sync.ts'

const offered = (digest: string) => ({ id: 'skl_1', name: 'a', description: 'd', digest })
const locked = { digest: 'r1', content: 'c1' }
const absent: LocalSkill = { kind: 'absent' }
const files = (content: string): LocalSkill => ({ kind: 'files', content })
const foreign: LocalSkill = { kind: 'foreign', reason: 'it is a link' }

const plan = (...[one, there, local, isForced = false]: Parameters<typeof planned>) =>
  planned(one, there, local, isForced)
function planned(
  one: string | null,
  there: typeof locked | null,
  local: LocalSkill,
  isForced?: boolean,
): string {
  const given = { locked: there ?? undefined, local, isForced: isForced ?? false }
  const action = planSkill({ ...given, offered: one === null ? undefined : offered(one) })
  return action.kind === 'keep' ? action.reason : action.kind
}

it.each([
  ['a new skill', 'r1', null, absent, 'add'],
  ['one that is as it was', 'r1', locked, files('c1'), 'unchanged'],
  ['a new revision', 'r2', locked, files('c1'), 'update'],
  ['a local edit', 'r1', locked, files('c2'), 'edited'],
  ['an edit on both sides', 'r2', locked, files('c2'), 'edited-and-changed'],
  ['a folder that was there before', 'r1', null, files('c1'), 'not-ours'],
  ['one that was deleted here', 'r2', locked, absent, 'deleted'],
  ['one that is revoked', null, locked, files('c1'), 'remove'],
  ['one that is revoked, and edited', null, locked, files('c2'), 'edited-and-gone'],
  ['one that is revoked, and deleted', null, locked, absent, 'forget'],
  ['a folder of the person', null, null, files('c1'), 'unchanged'],
  ['a link in its place', 'r1', locked, foreign, 'not-ours'],
  ['a link, and it is revoked', null, locked, foreign, 'edited-and-gone'],
] as const)('sync-to, three-way: %s', (_, one, there, local, expected) => {
  expect(plan(one, there, local)).toBe(expected)
})

it.each([
  ['edited', 'r1', locked, files('c2'), 'update'],
  ['not ours', 'r1', null, files('c2'), 'update'],
  ['deleted', 'r1', locked, absent, 'add'],
  ['revoked and edited', null, locked, files('c2'), 'remove'],
  ['a link', 'r1', locked, foreign, 'not-ours'],
] as const)('sync-to, forced: %s', (_, one, there, local, expected) => {
  expect(plan(one, there, local, true)).toBe(expected)
})

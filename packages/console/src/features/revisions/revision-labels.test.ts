import { expect, it } from 'vitest'
import { isCleanImport, revisionKind } from './revision-labels.ts'

const plain = { kind: 'new', edited_here: false, skill_id: null, proposal: null } as const
const proposal = {
  by: 'agent',
  ...{
    person: 'usr_1',
    person_name: 'Ann',
    conversation_id: 'cnv_1',
    run_id: null,
    offered_skill_id: null,
  },
  ...{ trace_id: 't', scope: null, reason: '' },
} as const

it('D5: says whether a proposal is new, and whose skill it changes', () => {
  expect(revisionKind({ ...plain, proposal })).toBe('New skill')
  const change = { ...plain, skill_id: 'a' }
  expect(revisionKind({ ...change, proposal: { ...proposal, scope: 'user' } })).toContain('your')
  expect(revisionKind({ ...change, proposal: { ...proposal, scope: 'org' } })).toContain(
    'organisation',
  )
  expect(revisionKind({ ...change, proposal: { ...proposal, by: 'member' } })).toContain('Offered')
})

it('A10: an import is new or an update, and nothing that is proposed is approved in bulk', () => {
  expect(revisionKind(plain)).toBe('New skill')
  expect(revisionKind({ ...plain, kind: 'update' })).toBe('Update')
  const clean = { ...plain, state: 'held', verdict: 'clean', licence_decision: 'allowed' } as const
  expect(isCleanImport(clean as never)).toBe(true)
  expect(isCleanImport({ ...clean, proposal } as never)).toBe(false)
})

import type { ProposalSummary } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { mayAccept, proposalKind } from './proposal-labels.ts'

const proposal = (change: Partial<ProposalSummary>) =>
  ({ skill_id: null, skill_scope: null, ...change }) as ProposalSummary

describe('a proposal in words', () => {
  it('D5: says whether it is new, and whose skill it changes', () => {
    expect(proposalKind(proposal({}))).toBe('New skill')
    expect(proposalKind(proposal({ skill_id: 'a', skill_scope: 'user' }))).toContain('your')
    expect(proposalKind(proposal({ skill_id: 'a', skill_scope: 'org' }))).toContain('organisation')
  })

  it('offers a member no yes to a change of the organisation’s skill', () => {
    const org = proposal({ skill_id: 'a', skill_scope: 'org' })
    expect([mayAccept(org, 'member'), mayAccept(org, 'admin')]).toEqual([false, true])
    expect(mayAccept(proposal({}), 'member')).toBe(true)
  })
})

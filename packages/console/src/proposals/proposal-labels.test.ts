import type { ProposalSummary } from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { proposalKind } from './proposal-labels.ts'

const proposal = (change: Partial<ProposalSummary>) =>
  ({ skill_id: null, skill_scope: null, ...change }) as ProposalSummary

describe('a proposal in words', () => {
  it('D5: says whether it is new, and whose skill it changes', () => {
    expect(proposalKind(proposal({}))).toBe('New skill')
    expect(proposalKind(proposal({ skill_id: 'a', skill_scope: 'user' }))).toContain('your')
    expect(proposalKind(proposal({ skill_id: 'a', skill_scope: 'org' }))).toContain('organisation')
  })
})

import { expect, it } from 'vitest'
import type { ToolItem } from './conversation-view.ts'
import { skillOfProposal } from './skill-of-proposal.ts'

function item(name: string, outcome: unknown): ToolItem {
  return { call: { id: 'c', name, input: {} }, outcome } as unknown as ToolItem
}

it('D5: a proposal is what save_skill says it proposed, and nothing else is taken for one', () => {
  const output = { status: 'proposed', proposal_id: 'prp_1', name: 'deploy' }
  expect(skillOfProposal(item('save_skill', { status: 'ok', output }))).toEqual({
    id: 'prp_1',
    name: 'deploy',
  })
  for (const other of [
    item('web_fetch', { status: 'ok', output }),
    item('save_skill', { status: 'ok', output: { status: 'saved', name: 'deploy' } }),
    item('save_skill', { status: 'ok', output: { proposal_id: 7, name: 'deploy' } }),
    item('save_skill', { status: 'ok', output: 'prp_1' }),
    item('save_skill', { status: 'refused', problem: {} }),
    item('save_skill', null),
  ]) {
    expect(skillOfProposal(other)).toBeNull()
  }
})

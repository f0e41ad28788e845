import { expect, it } from 'vitest'
import { changesOf, moved, newAgentDraft } from './agent-draft.ts'

it('sends only what differs', () => {
  expect(changesOf(newAgentDraft, { ...newAgentDraft })).toEqual({})
  const draft = { ...newAgentDraft, name: 'New', skill_ids: ['a'] }
  expect(changesOf(newAgentDraft, draft)).toEqual({ name: 'New', skill_ids: ['a'] })
  expect(changesOf({ ...newAgentDraft, model_id: 'big' }, newAgentDraft)).toEqual({
    model_id: null,
  })
})

it('moves an item one place, and never over the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b'])
})

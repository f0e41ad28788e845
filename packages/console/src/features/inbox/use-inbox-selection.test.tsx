import type { InboxEntryBody } from '@repertoire/protocol'
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { canSelect, useInboxSelection } from './use-inbox-selection.ts'

const entry = (id: string, kind: InboxEntryBody['kind']) =>
  ({ id, kind, digest: `sha256:${id}`, alike: kind }) as InboxEntryBody
const entries = [
  ...[entry('one', 'import'), entry('two', 'update'), entry('three', 'import')],
  ...[entry('offered', 'offer'), entry('proposed', 'proposal')],
]

it('only imports and updates can be selected, also when one of all is left out', () => {
  const { result } = renderHook(() => useInboxSelection({ filters: {}, entries, groups: [] }))
  const selected = () => entries.filter(result.current.has).map(({ id }) => id)
  act(() => result.current.toggle(entries[3]!))
  expect(selected()).toEqual([])
  act(() => result.current.selectAll())
  expect(selected()).toEqual(['one', 'two', 'three'])
  act(() => result.current.toggle(entries[0]!))
  expect(result.current.count).toBe(2)
  expect(selected()).toEqual(['two', 'three'])
  expect(entries.filter(canSelect)).toHaveLength(3)
})

import { expect, it } from 'vitest'
import { editedSince } from './edited-since.ts'

interface Draft {
  readonly name: string
  readonly tools: readonly string[]
  readonly most: number
}

const since = (edited: Partial<Draft>, sent: Partial<Draft>) => editedSince<Draft>(edited, sent)

it('leaves nothing of what was sent as it is', () => {
  expect(since({ name: 'a', tools: ['x'] }, { name: 'a', tools: ['x'] })).toEqual({})
})

it('keeps what was written on, begun, or taken back while it was sent', () => {
  expect(since({ name: 'ab', tools: ['x'] }, { name: 'a', tools: ['x'] })).toEqual({ name: 'ab' })
  expect(since({ name: 'a', most: 3 }, { name: 'a' })).toEqual({ most: 3 })
  expect(since({ tools: [] }, { tools: ['x'] })).toEqual({ tools: [] })
})

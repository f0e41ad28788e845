import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineChanges } from './line-changes.ts'

const shown = (before: string, after: string) =>
  lineChanges(before, after).map(
    ({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`,
  )

describe('lineChanges', () => {
  it('tells what stayed, went and came', () => {
    expect(shown('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c'])
    expect(shown('', 'a\nb')).toEqual(['+a', '+b'])
    expect(shown('a\nb', '')).toEqual(['-a', '-b'])
    expect(shown('a\nb', 'b\nc\nb')).toEqual(['-a', '+b', '+c', ' b'])
    expect(shown('a\n', 'a')).toEqual([' a'])
  })

  it('gives back both texts, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    fc.assert(
      fc.property(text, text, (old, fresh) => {
        const changes = lineChanges(old.join('\n'), fresh.join('\n'))
        const without = (kind: string) =>
          changes.filter((change) => change.kind !== kind).map((change) => change.text)
        expect(without('added')).toEqual(old)
        expect(without('removed')).toEqual(fresh)
      }),
    )
  })

  it('gives up looking for common lines of very long texts, not for the difference', () => {
    const lines = (of: string) => Array.from({ length: 600 }, (_, index) => `${of}${index}`)
    const changes = lineChanges(lines('a').join('\n'), lines('b').join('\n'))
    expect(changes).toHaveLength(1_200)
  })
})

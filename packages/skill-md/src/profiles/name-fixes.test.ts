import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameProblems } from '../base/name-rules.ts'

/** The name that a fix writes. */
function fixedName(name: string): string | undefined {
  const fixes = nameProblems(name).flatMap(({ fix }) => fix ?? [])
  expect(new Set(fixes).size).toBeLessThanOrEqual(1)
  return fixes[0]?.replace(/^name: /, '')
}

describe('the fix of a name', () => {
  it.each([
    ['A b', 'a-b'],
    ['-Weekly--Report-', 'weekly-report'],
    ['Wochenübersicht 2', 'wochenubersicht-2'],
    ['x'.repeat(70), 'x'.repeat(64)],
  ])('D11: %s becomes %s', (name, fixed) => {
    expect(fixedName(name)).toBe(fixed)
  })

  it('D11: is valid itself, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (name) => {
        const fixed = fixedName(name)
        if (fixed !== undefined) expect(nameProblems(fixed)).toEqual([])
      }),
    )
  })
})

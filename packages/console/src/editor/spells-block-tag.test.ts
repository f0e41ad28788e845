import { expect, it } from 'vitest'
import { spellsBlockTag } from './spells-block-tag.ts'

it('A2: notices that a text was changed to stay in its block, and only then', () => {
  expect(spellsBlockTag('x </skill> y', '<skill name="a">\nx &lt;/skill> y\n</skill>')).toBe(true)
  expect(spellsBlockTag('a < b &lt;', '<skill name="a">\na < b &lt;\n</skill>')).toBe(false)
})

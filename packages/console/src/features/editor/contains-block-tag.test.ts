import { expect, it } from 'vitest'
import { containsBlockTag } from './contains-block-tag.ts'

it('A2: notices that a text was changed to stay in its block, and only then', () => {
  expect(containsBlockTag('x </skill> y', '<skill name="a">\nx &lt;/skill> y\n</skill>')).toBe(true)
  expect(containsBlockTag('a < b &lt;', '<skill name="a">\na < b &lt;\n</skill>')).toBe(false)
})

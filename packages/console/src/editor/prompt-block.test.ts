import { expect, it } from 'vitest'
import { promptBlock, spellsBlockTag } from './prompt-block.ts'

it('A2: shows the block as it stands in the system prompt', () => {
  expect(promptBlock('A "b" <c>', 'Text\n')).toBe(
    '<skill name="A &quot;b&quot; &lt;c&gt;">\nText\n\n</skill>',
  )
})

it('A2: notices a text that spells the end of its own block', () => {
  expect(spellsBlockTag('x </skill> y')).toBe(true)
  expect(spellsBlockTag('x < / SKILL> y')).toBe(true)
  expect(spellsBlockTag('a < b and skills')).toBe(false)
})

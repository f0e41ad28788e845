import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

describe('visibleText', () => {
  it('names what cannot be seen, or turns the reading around', () => {
    expect(visibleText('a\u202eb')).toBe('a⟨U+202E⟩b')
    expect(visibleText('\u0000\u200b\u{e0041}')).toBe('⟨U+0000⟩⟨U+200B⟩⟨U+E0041⟩')
  })

  it('leaves all that can be read as it is', () => {
    for (const text of ['Likes tea.\n\tVery much.', 'é ü 日本語 עברית 😀']) {
      expect(visibleText(text)).toBe(text)
    }
  })
})

import { expect, it } from 'vitest'
import { createLiveText } from './live-text.ts'

it('prints text once, whatever pieces repeat, are missing or cut a character', () => {
  let printed = ''
  const live = createLiveText((text) => {
    printed += text
  })
  const text = 'One 😀\ntwo\u001b[2J'
  live.piece(0, text.slice(0, 5))
  expect(printed).toBe('One ')
  live.piece(4, text.slice(4, 8))
  live.piece(6, text.slice(6, 8))
  live.piece(10, text.slice(10))
  live.whole(text)
  expect(printed).toBe('One 😀\ntwo\\u{1b}[2J\n')
})

import { describe, expect, it } from 'vitest'
import { isTyping, type KeyPress, matchShortcut, prefixWindow } from './shortcuts.ts'

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  command: false,
  alt: false,
  typing: false,
  at: 0,
  ...rest,
})

describe('matchShortcut', () => {
  it('goes to Skills on g then s, and to nothing on s alone', () => {
    const { pending } = matchShortcut(null, press('g', { at: 100 }))
    expect(matchShortcut(pending, press('s', { at: 200 })).action).toBe('go-skills')
    expect(matchShortcut(null, press('s')).action).toBeNull()
  })

  it('forgets g when its second key comes too late', () => {
    const { pending } = matchShortcut(null, press('g', { at: 0 }))
    expect(matchShortcut(pending, press('s', { at: prefixWindow + 1 })).action).toBeNull()
  })

  it('leaves every single key to somebody who is typing, and still opens the palette', () => {
    for (const key of ['?', '/', 'j', 'k', 'g']) {
      expect(matchShortcut(null, press(key, { typing: true }))).toEqual({
        pending: null,
        action: null,
      })
    }
    expect(matchShortcut(null, press('k', { command: true, typing: true })).action).toBe('palette')
  })

  it('leaves the browser its own command keys', () => {
    for (const key of ['j', '/', 's', 'c']) {
      expect(matchShortcut(null, press(key, { command: true })).action).toBeNull()
    }
  })

  it('does not mistake a key named like an object member for a shortcut', () => {
    expect(matchShortcut(null, press('constructor')).action).toBeNull()
  })
})

describe('isTyping', () => {
  it('knows text fields from buttons and checkboxes', () => {
    const checkbox = Object.assign(document.createElement('input'), { type: 'checkbox' })
    expect(isTyping(document.createElement('textarea'))).toBe(true)
    expect(isTyping(document.createElement('input'))).toBe(true)
    expect(isTyping(checkbox)).toBe(false)
    expect(isTyping(document.createElement('button'))).toBe(false)
  })
})

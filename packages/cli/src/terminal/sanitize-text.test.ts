import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeJson, sanitizeText } from './sanitize-text.ts'

// Control characters of terminals: C0, DEL, C1 (0x9b alone starts an escape sequence), and bidirectional
// overrides.
const obeyed = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

describe('sanitized text', () => {
  it('shows escape sequences instead of executing them', () => {
    expect(sanitizeText('\u001b[2Jgone\u0007\u009b31m')).toBe('\\u{1b}[2Jgone\\u{7}\\u{9b}31m')
    expect(sanitizeText('safe\u202egpj.exe')).toBe('safe\\u{202e}gpj.exe')
    expect(sanitizeText('one\r\ntwo\tthree')).toBe('one two three')
  })

  it('keeps ordinary text of any script', () => {
    for (const text of ['Naïve café', '日本語のスキル', 'emoji 👩‍💻 here', 'a-b_c.d']) {
      expect(sanitizeText(text)).toBe(text)
    }
  })

  it('contains no control character', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sanitizeText(text)).not.toMatch(obeyed)
        expect(sanitizeJson({ text })).not.toMatch(obeyed)
        expect(JSON.parse(sanitizeJson({ text }))).toEqual({ text })
      }),
    )
  })
})

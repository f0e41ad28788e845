import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretForms } from './secret-forms.ts'
import { containsSecret, createStreamMask, redactBytes } from './stream-mask.ts'

const secret = 'pä$$ w0rd/+?"x'
const shown = (text: string, secrets: readonly string[] = [secret]) =>
  Buffer.from(redactBytes(Buffer.from(text), secretForms(secrets))).toString()

describe('C9: secrets in a script’s output', () => {
  it.each([
    ['as it is', secret],
    ['URL-encoded', encodeURIComponent(secret)],
    ['as a form sends it', encodeURIComponent(secret).replaceAll('%20', '+')],
    ['in JSON', JSON.stringify(secret).slice(1, -1)],
    ['in hex', Buffer.from(secret).toString('hex')],
  ])('are masked %s', (_how, form) => {
    expect(shown(`a ${form} b`)).toBe('a *** b')
  })

  // Libraries differ in what they encode, and in which case.
  const odd = "p!s~(s)*/w+rd='ö <x> y\u{1f98a}"
  it.each([
    ['a query of JavaScript', new URLSearchParams({ t: odd }).toString().slice(2)],
    ['a URL of JavaScript', new URL(`http://x/?t=${odd}`).search.slice(3)],
    ['encodeURI', encodeURI(odd)],
    ['quote of Python', 'p%21s~%28s%29%2A/w%2Brd%3D%27%C3%B6%20%3Cx%3E%20y%F0%9F%A6%8A'],
    ['quote_plus of Python', 'p%21s~%28s%29%2A%2Fw%2Brd%3D%27%C3%B6+%3Cx%3E+y%F0%9F%A6%8A'],
    ['small hex digits', "p!s~(s)*%2fw%2brd%3d'%c3%b6%20%3cx%3e%20y%f0%9f%a6%8a"],
    ['json.dumps of Python', "p!s~(s)*/w+rd='\\u00f6 <x> y\\ud83e\\udd8a"],
    ['json_encode of PHP', "p!s~(s)*\\/w+rd='\\u00f6 <x> y\\ud83e\\udd8a"],
    ['JSON with each / escaped', "p!s~(s)*\\/w+rd='ö <x> y\u{1f98a}"],
  ])('are masked as encoded by %s', (_by, form) => {
    expect(shown(`a ${form} b`, [odd])).toBe('a *** b')
  })

  it.each(['', 'u', 'us', 'user:'])('are masked in base64 after %j', (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(`${before}${secret} and more`).toString(encoding)
      const plain = Buffer.from(shown(text), 'latin1').toString()
      expect(plain).toContain('***')
      for (const half of [secret.slice(0, 7), secret.slice(-7)]) {
        expect(Buffer.from(plain.replace('***', ''), encoding).toString()).not.toContain(half)
      }
    }
  })

  it('are masked completely when two overlap or share a prefix', () => {
    expect(shown('xabcdefghix', ['abcdef', 'defghi'])).toBe('x***x')
    expect(shown('xabcdefghix', ['abcdef', 'abcdefghi'])).toBe('x***x')
    expect(shown('abcdefabcdef', ['abcdef'])).toBe('******')
  })

  it('are masked however the output is split', () => {
    const part = fc.constantFrom('abcdef', 'abcdefghi', 'defghijk', 'a', 'abc', 'x', '***', '\n')
    const forms = secretForms(['abcdef', 'abcdefghi', 'defghijk'])
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.array(fc.nat(9)), (parts, cuts) => {
        const text = parts.join('')
        const redactor = createStreamMask(forms)
        let got = ''
        let at = 0
        for (const length of [...cuts, text.length]) {
          got += Buffer.from(redactor.push(Buffer.from(text.slice(at, at + length)))).toString()
          at += length
        }
        got += Buffer.from(redactor.end()).toString()
        expect(got).toBe(Buffer.from(redactBytes(Buffer.from(text), forms)).toString())
        for (const one of ['abcdef', 'defghijk']) expect(got).not.toContain(one)
      }),
    )
  })

  it('are masked when they overlap with themselves, however often', () => {
    const secrets = ['aaaaaa', 'abaaba', 'abababab', 'aabaabaa', 'abbabb']
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'aab', 'ab'), maxLength: 40 })
    fc.assert(
      fc.property(text, fc.subarray(secrets, { minLength: 1 }), (printed, held) => {
        const masked = [...printed].map((_, at) =>
          held.some((one) =>
            Array.from(one).some((_, back) => printed.startsWith(one, at - back) && at >= back),
          ),
        )
        const left = [...printed].filter((_, at) => !masked[at]).join('')
        expect(shown(printed, held).replaceAll('***', '')).toBe(left)
      }),
    )
  })

  // Searching at each position anew would exceed the test's timeout.
  it('are masked in the largest output in time, however long and repetitive they are', () => {
    const printed = 'a'.repeat(1024 * 1024)
    expect(shown(`x${printed}x`, ['a'.repeat(16 * 1024)])).toBe('x***x')
    expect(shown(`x${printed}x`, ['aaaaaa'])).toBe('x***x')
  })

  it('are masked when the end of the output truncates them', () => {
    const forms = secretForms(['hunter2-hunter3'])
    const text = Buffer.from('x hunter2-hunter3 y '.repeat(2))
    for (let length = 0; length <= text.length; length += 1) {
      const truncated = text.subarray(0, length)
      expect(Buffer.from(redactBytes(truncated, forms, { truncated: true })).toString()).toMatch(
        /^[xy *]*$/,
      )
      const redactor = createStreamMask(forms)
      const live = Buffer.concat([
        redactor.push(truncated),
        redactor.end({ truncated: true }),
      ]).toString()
      expect(live).toMatch(/^[xy *]*$/)
    }
    expect(shown('x hunt', ['hunter2-hunter3'])).toBe('x hunt')
  })

  it('delay only what may be the beginning of one', () => {
    const redactor = createStreamMask(secretForms(['abcdef']))
    const push = (text: string) => Buffer.from(redactor.push(Buffer.from(text))).toString()
    expect([push('ready\n'), push('xab'), push('c!'), push('abc'), push('def.')]).toEqual([
      'ready\n',
      'x',
      'abc!',
      '',
      '***.',
    ])
  })

  it('leave all other bytes unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const forms = secretForms(['this-is-not-in-there'])
        expect(new Uint8Array(redactBytes(bytes, forms))).toEqual(bytes)
      }),
    )
  })

  it('are found in files', () => {
    const forms = secretForms([secret])
    expect(containsSecret(Buffer.from(`x${secret}`), forms)).toBe(true)
    expect(containsSecret(Buffer.from('x'), forms)).toBe(false)
  })
})

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secretForms } from './secret-forms.ts'
import { createStreamMask, redactBytes } from './stream-mask.ts'

const mask = '***'
const redacted = (bytes: Uint8Array, secret: string) =>
  Buffer.from(redactBytes(bytes, secretForms([secret])))

type Encode = (bytes: Buffer) => Buffer
const text =
  (encode: (one: string) => string): Encode =>
  (bytes) =>
    Buffer.from(encode(bytes.toString()))
const pairs = (bytes: Buffer) => bytes.toString('hex').match(/../g) ?? []

const html: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const form = (one: string) => new URLSearchParams({ t: one }).toString().slice(2)

/** Independent of the implementation. */
const encodings: Record<string, Encode> = {
  'hex with colons': (bytes) => Buffer.from(pairs(bytes).join(':')),
  'upper-case hex with colons': (bytes) => Buffer.from(pairs(bytes).join(':').toUpperCase()),
  'hex with spaces': (bytes) => Buffer.from(pairs(bytes).join(' ')),
  'hex of C': (bytes) =>
    Buffer.from(
      pairs(bytes)
        .map((one) => `\\x${one}`)
        .join(''),
    ),
  'hex of an array': (bytes) =>
    Buffer.from(
      pairs(bytes)
        .map((one) => `0x${one}`)
        .join(', '),
    ),
  'hex of xxd': (bytes) => Buffer.from((bytes.toString('hex').match(/.{1,4}/g) ?? []).join(' ')),
  'decimal entities': text((one) => Array.from(one, (c) => `&#${c.codePointAt(0)};`).join('')),
  'hex entities': text((one) =>
    Array.from(one, (c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
  ),
  'named entities': text((one) => one.replace(/[&<>"]/g, (c) => html[c] ?? c)),
  'entities of Python': text((one) =>
    one.replace(/[&<>"]/g, (c) => html[c] ?? c).replaceAll("'", '&#x27;'),
  ),
  'entities of PHP': text((one) =>
    one.replace(/[&<>"]/g, (c) => html[c] ?? c).replaceAll("'", '&#039;'),
  ),
  'UTF-16 LE': (bytes) => Buffer.from(bytes.toString(), 'utf16le'),
  'UTF-16 BE': (bytes) => Buffer.from(bytes.toString(), 'utf16le').swap16(),
  'base64 of UTF-16': (bytes) =>
    Buffer.from(Buffer.from(bytes.toString(), 'utf16le').toString('base64')),
  'hex of UTF-16': (bytes) => Buffer.from(Buffer.from(bytes.toString(), 'utf16le').toString('hex')),
  'JSON twice': text((one) => JSON.stringify(JSON.stringify(one).slice(1, -1)).slice(1, -1)),
  'URL twice': text((one) => encodeURIComponent(encodeURIComponent(one))),
  'URL three times': text((one) => encodeURIComponent(encodeURIComponent(encodeURIComponent(one)))),
  'URL of a whole address': text((one) => encodeURIComponent(encodeURI(one))),
  'form twice': text((one) => form(form(one))),
  'form three times': text((one) => form(form(form(one)))),
  'form in a component': text((one) => encodeURIComponent(form(one))),
  'base64 of base64': (bytes) =>
    Buffer.from(Buffer.from(bytes.toString('base64')).toString('base64')),
  'base64 of base64 in a header': (bytes) => {
    const inner = Buffer.concat([Buffer.from('user:'), bytes]).toString('base64')
    return Buffer.from(Buffer.from(`Basic ${inner}`).toString('base64'))
  },
  'URL of base64': (bytes) => Buffer.from(encodeURIComponent(bytes.toString('base64'))),
  'base64 of hex': (bytes) => Buffer.from(Buffer.from(bytes.toString('hex')).toString('base64')),
  'hex of base64': (bytes) => Buffer.from(Buffer.from(bytes.toString('base64')).toString('hex')),
  'base64 of JSON': text((one) => Buffer.from(JSON.stringify({ one })).toString('base64')),
  'base64 of URL': text((one) => Buffer.from(encodeURIComponent(one)).toString('base64')),
  'URL of JSON': text((one) => encodeURIComponent(JSON.stringify(one).slice(1, -1))),
  'entities of JSON': text((one) =>
    JSON.stringify(one)
      .slice(1, -1)
      .replace(/[&<>"]/g, (c) => html[c] ?? c),
  ),
  'single quotes of a shell': text((one) => one.replaceAll("'", `'\\''`)),
  'shlex.quote': text((one) => one.replaceAll("'", `'"'"'`)),
}

const secrets = fc
  .string({ unit: 'grapheme', minLength: 12, maxLength: 60 })
  .map((one) => one.toWellFormed().replaceAll('\0', '-').trim())
  .filter((one) => one.length >= 12 && !/[\r\n]/.test(one))

describe('C9: a secret in a script’s output', () => {
  it.each(Object.entries(encodings))('is masked as %s', (_, encode) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const form = encode(Buffer.from(secret))
        const got = redacted(Buffer.concat([Buffer.from('a '), form, Buffer.from(' z')]), secret)
        expect(got.includes(mask)).toBe(true)
        // Of base64 that begins or ends elsewhere, up to one group at each end also has bits of its neighbours.
        expect(got.length - 'a *** z'.length).toBeLessThanOrEqual(32)
        expect(got.includes(form)).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  const program = (command: string, ...args: string[]) =>
    execFileSync(command, args, { encoding: 'buffer', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
  const quoted = `it's "a" $ecret \\ with; é & <more>! {1,2} ~#^%`

  it.each([
    ['set -x of bash', () => program('bash', '-c', 'exec 2>&1; set -x; : "$1"', 'x', quoted)],
    ['printf %q of bash', () => program('bash', '-c', 'printf %q "$1"', 'x', quoted)],
    ['declare -p of bash', () => program('bash', '-c', 'v=$1; declare -p v', 'x', quoted)],
    [
      'set -x of bash, with control characters',
      () => program('bash', '-c', 'exec 2>&1; set -x; : "$1"', 'x', `${quoted}\t\u001b\u0001é`),
    ],
    [
      'set -x of bash, in another locale',
      () =>
        program('env', 'LC_ALL=C', 'bash', '-c', 'exec 2>&1; set -x; : "$1"', 'x', `${quoted}\té`),
    ],
    ['set -x of sh', () => program('sh', '-c', 'exec 2>&1; set -x; : "$1"', 'x', quoted)],
    ['base64, in lines', () => program('bash', '-c', 'echo "$1" | base64', 'x', quoted.repeat(4))],
    [
      'xxd -p or od',
      () => program('bash', '-c', 'printf %s "$1" | od -An -v -w999 -tx1', 'x', quoted),
    ],
  ])('is masked as printed by %s', (_, run) => {
    const printed = run()
    for (const secret of [quoted, `${quoted}\t\u001b\u0001é`, `${quoted}\té`, quoted.repeat(4)]) {
      const got = redacted(printed, secret).toString()
      if (!got.includes(mask)) continue
      expect(got).not.toMatch(/ecret|65 63 72|with/)
      return
    }
    expect.unreachable(printed.toString())
  })

  const key = [
    '-----BEGIN PRIVATE KEY-----',
    ...Array.from({ length: 5 }, (_, n) =>
      Buffer.from(`line ${n} of a private key, 48 bytes long, x`)
        .toString('base64')
        .padEnd(64, 'Q'),
    ),
    'kQ==',
    '-----END PRIVATE KEY-----',
  ]

  it.each([
    ['indented by spaces', (lines: string[]) => lines.map((line) => `    ${line}`).join('\n')],
    ['indented by tabs', (lines: string[]) => lines.map((line) => `\t\t${line}`).join('\n')],
    ['quoted', (lines: string[]) => lines.map((line) => `> ${line}`).join('\n')],
    ['with numbers', (lines: string[]) => lines.map((line, n) => `${n + 1}\t| ${line}`).join('\n')],
    ['with line ends of Windows', (lines: string[]) => lines.join('\r\n')],
    ['with old line ends', (lines: string[]) => lines.join('\r')],
    ['with empty lines between', (lines: string[]) => lines.join('\n\n  ')],
    ['with other ends', (lines: string[]) => lines.map((line) => `"${line}",`).join('\n')],
    ['on one line', (lines: string[]) => lines.join(' ')],
    ['as YAML', (lines: string[]) => `key: |\n${lines.map((line) => `  ${line}`).join('\n')}\n`],
  ])('is masked in several lines, %s, however it is split', (_, print) => {
    const forms = secretForms([`${key.join('\n')}\n`])
    const printed = Buffer.from(`before\n${print(key)}\nafter\n`)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 }), (lengths) => {
        const redactor = createStreamMask(forms)
        const parts: Uint8Array[] = []
        let at = 0
        for (const length of [...lengths, printed.length]) {
          parts.push(redactor.push(printed.subarray(at, at + length)))
          at += length
        }
        const got = Buffer.concat([...parts, redactor.end()]).toString()
        expect(got).toMatch(/^before\n/)
        expect(got).toMatch(/after\n$/)
        for (const line of key.slice(1, -2)) expect(got).not.toContain(line.slice(0, 20))
        if (print(['a', 'b']) !== 'a b') expect(got).not.toContain('kQ==')
      }),
      { numRuns: 25 },
    )
  })

  it('is masked without the line feed at its end, and a long one in HTML', () => {
    expect(redacted(Buffer.from('token=hunter2!;'), 'hunter2!\n').toString()).toBe('token=***;')
    const long = JSON.stringify({ type: 'service', key: 'k'.repeat(2_000) })
    const html = long.replaceAll('"', '&quot;')
    expect(redacted(Buffer.from(`<p>${html}</p>`), long).toString()).toBe('<p>***</p>')
  })

  it('with lines of few characters is masked in its lines', () => {
    const secret = 'k1=a\nk2=b\nk3=c'
    expect(redacted(Buffer.from('x\n  k1=a\n  k2=b\n  k3=c\ny'), secret).toString()).toBe(
      'x\n  ***\ny',
    )
    expect(redacted(Buffer.from('k1=a\nother'), secret).toString()).toBe('k1=a\nother')
  })

  it('changes nothing in ordinary texts', () => {
    const words = fc.lorem({ maxCount: 60, mode: 'sentences' })
    fc.assert(
      fc.property(fc.array(words, { maxLength: 5 }), secrets, (paragraphs, secret) => {
        fc.pre(!paragraphs.some((one) => one.includes(secret)))
        const printed = Buffer.from(paragraphs.join('\n'))
        const all = Buffer.concat([
          printed,
          Buffer.from(printed.toString('base64')),
          Buffer.from(printed.toString('hex')),
        ])
        expect(redacted(all, secret).equals(all)).toBe(true)
      }),
    )
  })

  it('takes memory in proportion to its length', () => {
    const forms = secretForms(['k'.repeat(8_000) + 'x'.repeat(8_000)])
    const bytes = forms.literals.reduce((sum, form) => sum + form.length, 0)
    expect(bytes).toBeLessThan(16_000 * 200)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isDomain, parseManifest } from './read-manifest.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('manifest.yaml', () => {
  it('D8: any bytes parse to a manifest of this domain or a problem, never an exception', () => {
    const yamlish = fc
      .array(
        fc.constantFrom(
          'domain: ',
          'name: ',
          'version: ',
          'x',
          '\n',
          ' ',
          '- ',
          '{',
          '[',
          '&a ',
          '*a',
          '"',
          '1',
          ':',
          '<<: ',
        ),
      )
      .map((parts) => bytesOf(parts.join('')))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), yamlish), (bytes) => {
        const read = parseManifest(bytes, 'tracker')
        if (read.manifest) expect(read.manifest.domain).toBe('tracker')
        else expect(read.problem.code).toBe('integration.manifest-invalid')
      }),
      { numRuns: 500 },
    )
  })

  it('D8: a written manifest reads back, including versions that look like numbers', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9 .:#'-]{0,30}[a-zA-Z0-9]$/)
    fc.assert(
      fc.property(fc.record({ name: word, version: word, description: word }), (said) => {
        const { manifest } = parseManifest(bytesOf(stringify(said)), 'tracker')
        expect(manifest).toEqual({ domain: 'tracker', ...said, homepage: null })
      }),
    )
    const plain = parseManifest(bytesOf('name: yes\nversion: 1.10\n'), 'tracker')
    expect(plain.manifest).toMatchObject({ name: 'yes', version: '1.10' })
  })

  it.each([
    ['keys that are maps', '? '.repeat(1000)],
    ['keys that are lists', '? - '.repeat(300)],
    ['lists in lists', '- '.repeat(1000)],
    ['brackets', '['.repeat(1000)],
    ['maps', '{a: '.repeat(300)],
    ['closed maps', `${'{a: '.repeat(200)}x${'}'.repeat(200)}`],
    ['maps that are keys', `${'{? '.repeat(200)}x${'}'.repeat(200)}: y`],
    ['anchors', 'name: &a '.repeat(300)],
    ['quotes', '"'.repeat(1000)],
    ['the same key', 'a: b\n'.repeat(500)],
    ['spaces', `${' '.repeat(16_000)}a: b`],
  ])('little text is little work: %s', (_what, text) => {
    expect(parseManifest(bytesOf(text), 'tracker').problem?.code).toBe(
      'integration.manifest-invalid',
    )
  })

  it('a domain contains no character with a meaning in a path or an id', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        if (isDomain(name)) expect(name).toMatch(/^[a-z0-9_-]{1,64}$/)
      }),
    )
    expect(['tracker', 'a1', 'home_assistant', 'x-y'].every(isDomain)).toBe(true)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { redact, redactJson } from './redact-text.ts'

const token = "s!e/c+r='ö t"

it.each([
  ['as it is', token],
  ['a query of JavaScript', new URLSearchParams({ t: token }).toString().slice(2)],
  ['quote of Python', 's%21e/c%2Br%3D%27%C3%B6%20t'],
  ['small hex digits', "s!e%2fc%2br%3d'%c3%b6%20t"],
  ['json.dumps of Python', "s!e/c+r='\\u00f6 t"],
])('masks a connector’s secret in a text: %s', (_how, form) => {
  expect(redact(`at http://x/?t=${form}!`, [token])).toBe('at http://x/?t=***!')
  const value = { [`k ${form}`]: [`v ${form}`, 1, null] }
  expect(redactJson(value, [token])).toEqual({ 'k ***': ['v ***', 1, null] })
})

const form = (one: string) => new URLSearchParams({ t: one }).toString().slice(2)
const quote = (one: string) =>
  encodeURIComponent(one).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
const encoders = [
  encodeURIComponent,
  encodeURI,
  form,
  quote,
  (one: string) => JSON.stringify(one).slice(1, -1),
]

it('masks a secret that was encoded for URLs once, twice or three times, by any mix of libraries', () => {
  const secrets = fc
    .string({ unit: 'grapheme', minLength: 6, maxLength: 40 })
    .map((one) => one.toWellFormed())
  const levels = fc.array(fc.constantFrom(...encoders.slice(0, 4)), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(secrets, levels, fc.boolean(), (secret, urls, inJson) => {
      const start = inJson ? (encoders[4]?.(secret) ?? '') : secret
      const encoded = urls.reduce((text, encode) => encode(text), start)
      expect(redact(`at <${encoded}>`, [secret])).toBe('at <***>')
    }),
    { numRuns: 150 },
  )
})

it('leaves nothing of the escape of a percent sign at the end', () => {
  expect(redact('at <is%20100%25>', ['is 100%'])).toBe('at <***>')
  expect(redact('at <is%2520100%2525>', ['is 100%'])).toBe('at <***>')
})

it('takes few steps for each character, also of a text that is nearly the secret again and again', () => {
  const secret = '%25'.repeat(60)
  expect(redact(`${'%25'.repeat(59)}x`.repeat(200), [secret])).not.toContain('***')
})

it('leaves ordinary addresses as they are', () => {
  const address = 'https://x/?q=100%25%20of%20it&r=%2525%C3%B6'
  expect(redact(address, [token, 'swordfish'])).toBe(address)
})

it('masks the longer of two secrets with the same prefix completely', () => {
  expect(redact('abcdef abcdefghi', ['abcdefghi', 'abcdef'])).toBe('*** ***')
})

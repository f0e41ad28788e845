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

it('masks the longer of two secrets with the same prefix completely', () => {
  expect(redact('abcdef abcdefghi', ['abcdefghi', 'abcdef'])).toBe('*** ***')
})

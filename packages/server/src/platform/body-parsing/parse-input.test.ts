import { isProblemError } from '@repertoire/core/base'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-input.ts'

const schema = z.strictObject({
  text: z.string().max(5),
  limit: z.coerce.number().optional(),
  items: z.array(z.strictObject({ id: z.int() })).optional(),
})

function refusal(value: unknown, part = 'body'): string {
  try {
    parseInput(schema, value, part)
  } catch (error) {
    if (isProblemError(error)) return error.problem.message
  }
  return 'accepted'
}

describe('the message for an invalid request', () => {
  it.each([
    [{}, '`text`: expected a string.'],
    [{ text: 1 }, '`text`: expected a string.'],
    [{ text: 'a', limit: 'abc' }, '`limit`: expected a number.'],
    [{ text: 'a', items: {} }, '`items`: expected a list.'],
    [{ text: 'a', items: [{ id: 1 }, { id: 1.5 }] }, '`items.1.id`: expected an integer.'],
    [{ text: 'a', items: [1] }, '`items.0`: expected an object.'],
    [{ text: 'too long' }, '`text`: Too big: expected string to have <=5 characters.'],
    [{ text: 'a', more: 1 }, 'Unrecognized key: "more".'],
    [{ text: 'a\0' }, '`text`: Text must not contain NUL.'],
    [null, 'expected an object.'],
  ])('says which field of %j is wrong', (value, text) => {
    expect(refusal(value)).toBe(`The body of the request is invalid: ${text}`)
  })

  it('names the part, and shows no sign that changes a line', () => {
    expect(refusal({}, 'query')).toMatch(/^The query of the request is invalid: /)
    const named = z.record(z.string(), z.string())
    expect(() => parseInput(named, { 'a\n\u202e`b': 1 }, 'body')).toThrow(
      '`ab`: expected a string.',
    )
  })
})

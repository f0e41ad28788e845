import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constraintsFrom, draftsOf, emptyArgument } from './argument-draft.ts'

const json = fc.jsonValue({ maxDepth: 2 }).filter((value) => JSON.stringify(value) !== '-0')
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))
const constraint = fc.oneof(
  json.map((value) => ({ kind: 'equals' as const, value: plain(value) })),
  fc
    .array(json, { minLength: 1, maxLength: 4 })
    .map((values) => ({ kind: 'one-of' as const, values: values.map(plain) })),
  fc
    .tuple(fc.integer(), fc.nat())
    .map(([min, more]) => ({ kind: 'between' as const, min, max: min + more })),
  fc
    .array(fc.constantFrom('docs.example.org', '*.team.example'), { minLength: 1, maxLength: 3 })
    .map((hosts) => ({ kind: 'host' as const, hosts })),
  fc.constantFrom({ kind: 'absent' as const }, { kind: 'any' as const }),
)
const name = fc.string({ minLength: 1 }).filter((one) => one !== '__proto__')

describe('what an argument may be, as it is typed', () => {
  it('E6: a grant for the same call again comes out as exactly that call', () => {
    fc.assert(
      fc.property(fc.dictionary(name, constraint), (constraints) => {
        expect(constraintsFrom(draftsOf(constraints))).toEqual({ ...constraints })
      }),
    )
  })

  it('E6: tells a number from a text of the same look', () => {
    const read = (text: string) => constraintsFrom([{ ...emptyArgument, name: 'amount', text }])
    expect(read('5')).toEqual({ amount: { kind: 'equals', value: 5 } })
    expect(read('"5"')).toEqual({ amount: { kind: 'equals', value: '5' } })
    expect(read('five ')).toEqual({ amount: { kind: 'equals', value: 'five ' } })
  })

  it('E6: says what is missing, and reads nothing half', () => {
    const between = { ...emptyArgument, name: 'n', kind: 'between' as const, min: '2' }
    expect(constraintsFrom([emptyArgument])).toBe('Name every argument.')
    expect(constraintsFrom([{ ...between, max: '1' }])).toMatch(/smaller one first/)
    expect(constraintsFrom([between])).toMatch(/both numbers/)
    expect(constraintsFrom([{ ...between, min: 'x', max: '3' }])).toMatch(/both numbers/)
    const oneOf = { ...emptyArgument, name: 'n', kind: 'one-of' as const, text: ' \n' }
    expect(constraintsFrom([oneOf])).toMatch(/at least one value/)
    const twice = { ...emptyArgument, name: 'to', kind: 'any' as const }
    expect(constraintsFrom([twice, twice])).toBe('“to” stands there twice.')
  })
})

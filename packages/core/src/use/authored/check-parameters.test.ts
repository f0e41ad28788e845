import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../base/json.ts'
import { hasPattern, parametersProblem } from './check-parameters.ts'

const withProperty = (schema: JsonValue): JsonObject => ({
  type: 'object',
  properties: { a: schema },
})
const refused = (schema: JsonObject) => parametersProblem(schema)?.code
const pattern = (value: string) => refused(withProperty({ type: 'string', pattern: value }))

describe('schemas of authored tools', () => {
  it('B5: accepts a description of an input', () => {
    const schema = {
      type: 'object',
      description: 'An invoice.',
      properties: {
        lines: {
          type: 'array',
          maxItems: 50,
          items: {
            type: 'object',
            properties: { net: { type: 'number', minimum: 0 }, kind: { enum: ['a', 'b', null] } },
            required: ['net'],
            additionalProperties: false,
          },
        },
        rate: {
          anyOf: [{ type: 'number' }, { type: 'string', pattern: '^[0-9]+(\\.[0-9]{2})?%$' }],
        },
        notes: { type: ['string', 'null'], maxLength: 100, default: '' },
      },
      additionalProperties: { type: 'string' },
    }
    expect(parametersProblem(schema)).toBeUndefined()
    expect(parametersProblem({ type: 'object' })).toBeUndefined()
  })

  it('B5: refuses references, and reports their location', () => {
    for (const schema of [
      { type: 'object', $ref: '#' },
      { type: 'object', $id: 'http://elsewhere', properties: {} },
      { type: 'object', $defs: { a: { $ref: '#/$defs/a' } } },
      withProperty({ $ref: 'http://elsewhere' }),
      withProperty({ $dynamicRef: '#' }),
      withProperty({ type: 'array', items: { allOf: [] } }),
      withProperty({ type: 'string', format: 'email' }),
      withProperty({ type: 'array', uniqueItems: true }),
    ] as JsonObject[]) {
      expect(refused(schema)).toBe('authored.invalid')
    }
    expect(parametersProblem(withProperty({ $ref: '#' }))?.message).toContain('"properties.a.$ref"')
  })

  it('B5: refuses anything but the schema of an object', () => {
    for (const schema of [
      {},
      { type: 'array' },
      { type: 'object', properties: [] },
      { type: 'object', properties: null },
      { type: 'object', required: 'a' },
      withProperty(true),
      withProperty({ type: 'text' }),
      withProperty({ type: [] }),
      withProperty({ enum: [] }),
      withProperty({ enum: [{}] }),
      withProperty({ anyOf: [] }),
      withProperty({ items: [] }),
      withProperty({ pattern: 7 }),
      withProperty({ description: {} }),
      withProperty({ description: 'x'.repeat(1_001) }),
      withProperty({ minimum: '1' }),
      withProperty({ multipleOf: 0 }),
      withProperty({ minLength: -1 }),
      withProperty({ maxItems: 1.5 }),
      withProperty({ default: [[[]]] }),
      withProperty({ const: {} }),
      withProperty({ examples: 'x' }),
      withProperty({ enum: ['a', 'a'] }),
      withProperty({ type: ['string', 'string'] }),
      { type: 'object', required: ['a', 'a'] },
      { type: 'object', anyOf: [{ type: 'object' }] },
      { type: 'object', enum: [1] },
    ] as JsonObject[]) {
      expect(refused(schema)).toBe('authored.invalid')
    }
  })

  it('B5: refuses names with a meaning in JavaScript', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'a b', '', 'ä', 'x'.repeat(65)]) {
      const properties = JSON.parse(`{${JSON.stringify(name)}: {"type": "string"}}`) as JsonObject
      expect(refused({ type: 'object', properties })).toBe('authored.invalid')
    }
  })

  it('B5: refuses ten thousand properties, deep nesting and long lists', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}]))
    expect(refused({ type: 'object', properties: many })).toBe('authored.invalid')
    const some = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p${at}`, {}]))
    expect(refused({ type: 'object', properties: some })).toBe('authored.invalid')
    let deep: JsonObject = { type: 'string' }
    for (let level = 0; level < 400; level += 1) deep = { items: deep }
    expect(refused(withProperty(deep))).toBe('authored.invalid')
    expect(
      refused(withProperty({ enum: Array.from({ length: 101 }, (_, at) => at) })),
    ).toBeDefined()
  })

  it('B5: refuses patterns that backtrack', () => {
    const hostile = [
      '(a+)+$',
      '(a|a)*b',
      '(?:a*)*',
      '(a{1,9}){2,}',
      '^(?=a)b',
      '(a)\\1',
      '(?<n>a)\\k<n>',
    ]
    hostile.push(
      'a*a*a*a*b',
      'a{1,}b{2,}c{3,}d+',
      'a{0,99999}b*c*d*',
      `${'a'.repeat(201)}`,
      '(a*) +',
    )
    for (const value of hostile) expect(pattern(value), value).toBe('authored.invalid')
  })

  it('B5: accepts patterns for common formats', () => {
    for (const value of [
      '^[A-Z]{2}[0-9]{4}$',
      '^\\d+(?:\\.\\d+)?$',
      '^(net|gross)$',
      '^[^@\\s]+@[^@\\s]+$',
      '^\\(\\d{3}\\)$',
      '^[*+(]{2}$',
    ]) {
      expect(pattern(value), value).toBeUndefined()
    }
  })

  it('B5: finds patterns, and does not confuse a property with one', () => {
    expect(hasPattern(withProperty({ items: { anyOf: [{ pattern: 'a' }] } }))).toBe(true)
    const named = { type: 'object', properties: { pattern: { type: 'string' } } }
    expect(hasPattern(named)).toBe(false)
  })

  it('B5: accepts or refuses any JSON, and never throws', () => {
    const json = fc.jsonValue().filter((value) => value !== null && typeof value === 'object')
    fc.assert(
      fc.property(json, (value) => {
        const schema = { ...(value as object), type: 'object' } as JsonObject
        expect(['authored.invalid', undefined]).toContain(refused(schema))
      }),
    )
  })
})

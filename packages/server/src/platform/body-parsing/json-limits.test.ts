import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkJsonLimits } from './json-limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

describe('the limits of JSON', () => {
  it('is at most 64 levels of arrays and objects', () => {
    expect(() => checkJsonLimits(bytes(nested(64)))).not.toThrow()
    expect(() => checkJsonLimits(bytes(nested(65)))).toThrow('more than 64 levels')
    const objects = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
    expect(() => checkJsonLimits(bytes(objects))).toThrow('more than 64 levels')
  })

  it('is at most 100,000 values, because each of them costs time', () => {
    const list = (count: number) => bytes(`[${Array(count).fill('1').join()}]`)
    expect(() => checkJsonLimits(list(100_001))).not.toThrow()
    expect(() => checkJsonLimits(list(100_002))).toThrow('more than 100000 values')
    expect(() => checkJsonLimits(bytes(JSON.stringify(','.repeat(200_000))))).not.toThrow()
  })

  it('counts no bracket inside a string', () => {
    const text = JSON.stringify({ a: '['.repeat(500), [`\\"${'{'.repeat(500)}`]: '\\' })
    expect(() => checkJsonLimits(bytes(text))).not.toThrow()
  })

  it('never refuses flat JSON, and always refuses what is too deep', () => {
    const depthOf = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : 1 + Math.max(0, ...Object.values(value).map(depthOf))
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat(80), (value, levels) => {
        const text = `${'['.repeat(levels)}${JSON.stringify(value)}${']'.repeat(levels)}`
        const isDeep = levels + depthOf(value) > 64
        const check = () => checkJsonLimits(bytes(text))
        if (isDeep) expect(check).toThrow()
        else expect(check).not.toThrow()
      }),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from './code-job.ts'
import { jsonDepth, readJson } from './read-json.ts'
import { createCodeSandboxRunner, echo } from './testing/run-code.ts'

const run = createCodeSandboxRunner()
const json = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' })
const same = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('values between host and guest', () => {
  it('B4: any JSON is the same as input and as result', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 20 }), async (values) => {
        const input = same(values) as Json
        const { status, value } = await run('return input', { input })
        expect({ status, value }).toEqual({ status: 'ok', value: input })
        expect(JSON.stringify(value)).toBe(JSON.stringify(input))
      }),
      { numRuns: 12 },
    )
  })

  it('B4: any JSON is the same as argument and as answer of a host function', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(json, { maxLength: 20 }), async (values) => {
        const input = same(values) as Json
        const { value } = await run('return await echo(...input)', { input, calls: { echo } })
        expect(JSON.stringify(value)).toBe(JSON.stringify(input))
      }),
      { numRuns: 12 },
    )
  })

  it('B4: prototype names are ordinary fields', async () => {
    const input = JSON.parse('{"__proto__":{"a":1},"constructor":2,"toJSON":3,"then":4}')
    const { value } = await run('return await echo(input)', { input, calls: { echo } })
    expect(JSON.stringify(value)).toBe(JSON.stringify([input]))
    expect(Object.getPrototypeOf((value as Json[])[0])).toBe(Object.prototype)
  })

  it('B4: a text that looks like code or JSON stays a text', async () => {
    const texts = ['"}', '\\"', '`', '*/', '</script>', '\u2028', "'); for(;;); ('", '\0', '\ud800']
    const { value } = await run('return input.map((text) => text)', { input: texts })
    expect(value).toEqual(texts)
  })
})

describe('reading JSON from the engine', () => {
  it('counts the depth, ignoring brackets in strings', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonDepth(JSON.stringify(value))).toBe(depthByWalking(value))
      }),
    )
  })

  it('rejects text that is too large, too deep or not JSON', () => {
    const most = { units: 1_000, depth: 3 }
    expect(readJson('[[[1]]]', most)).toEqual({ value: [[[1]]] })
    expect(readJson('[[[[1]]]]', most)).toEqual({ problem: 'is nested deeper than 3' })
    expect(readJson(`"${'x'.repeat(1_000)}"`, most)).toEqual({ problem: 'is too large' })
    expect(readJson('undefined', most)).toEqual({ problem: 'is not JSON' })
  })
})

function depthByWalking(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthByWalking))
}

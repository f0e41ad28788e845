import { describe, expect, it } from 'vitest'
import { createInputCheck, withCpuLimit } from './check-input.ts'

/** Lets time pass without using CPU, as on a machine that is busy with other work. */
function starve(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const toolOf = (inputSchema: object) => ({
  ...{ name: 'odd', description: '', readOnly: false, destructive: false },
  inputSchema: { type: 'object' as const, ...inputSchema },
})

describe('D: checking an input against an untrusted schema', () => {
  it('D: accepts a valid input, and explains an invalid one', () => {
    const check = createInputCheck(
      toolOf({ properties: { a: { type: 'number' } }, required: ['a'] }),
    )
    expect(check({ a: 1 })).toEqual({ verdict: 'fits' })
    expect(check({})).toEqual({ verdict: 'wrong', why: expect.stringContaining('a') })
  })

  it('D: gives up a schema that backtracks for ever, and does not blame the input', () => {
    const check = createInputCheck(
      toolOf({ properties: { v: { pattern: '^(a+)+$', type: 'string' } } }),
    )
    expect(check({ v: `${'a'.repeat(50)}!` })).toMatchObject({ verdict: 'unusable-schema' })
    expect(check({ v: 'aaa' })).toEqual({ verdict: 'fits' })
  })

  it('D: tries again on a machine so busy that it got no CPU time', () => {
    let tried = 0
    const found = withCpuLimit(() => {
      tried += 1
      if (tried === 1) starve(600)
      return 'done'
    })
    expect([found, tried]).toEqual(['done', 2])
  })

  it('D: does not try again after the CPU limit', () => {
    let tried = 0
    const endless = () => {
      tried += 1
      for (;;);
    }
    expect(() => withCpuLimit(endless)).toThrow()
    // A machine without free CPU may allow further tries, up to the limit.
    expect(tried).toBeLessThanOrEqual(3)
  })
})

import { Worker } from 'node:worker_threads'
import type { JsonObject } from '@repertoire/core'
import { describe, expect, it } from 'vitest'
import { createThreadedCheck, startCheckWorker } from './threaded-check.ts'

const property = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { a: schema } })

describe('checking inputs on a thread', () => {
  it('B5: answers many at once, each with its own verdict', async () => {
    const check = createThreadedCheck()
    const verdicts = await Promise.all([
      check(property({ type: 'number' }), { a: 1 }),
      check(property({ type: 'number' }), { a: 'x' }),
      check(property({ type: 'string', pattern: '[' }), { a: 'x' }),
    ])
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['fits', 'wrong', 'unusable-schema'])
  })

  it('B5: this thread goes on while a schema takes its whole time', async () => {
    const check = createThreadedCheck()
    let turns = 0
    let done = false
    const turn = () => {
      turns += 1
      if (!done) setImmediate(turn)
    }
    setImmediate(turn)
    const slow = property({ type: 'string', pattern: '^(a+)+$' })
    const { verdict } = await check(slow, { a: `${'a'.repeat(60)}!` })
    done = true
    expect(verdict).toBe('unusable-schema')
    expect(turns).toBeGreaterThan(100)
  })

  it('B5: a thread that dies leaves no question open, and the next check has a new one', async () => {
    const dying = `require('node:worker_threads').parentPort.once('message', () => process.exit(1))`
    const workers = [new Worker(dying, { eval: true }), startCheckWorker()]
    const check = createThreadedCheck(() => workers.shift() ?? startCheckWorker())
    const both = await Promise.all([check(property({}), {}), check(property({}), {})])
    expect(both.map(({ verdict }) => verdict)).toEqual(['unusable-schema', 'unusable-schema'])
    expect(await check(property({}), {})).toEqual({ verdict: 'fits' })
    expect(workers).toEqual([])
  })

  it('B5: what is nested too deep to be handed over is not checked', async () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep }
    expect((await createThreadedCheck()(property({}), deep)).verdict).toBe('unusable-schema')
  })
})

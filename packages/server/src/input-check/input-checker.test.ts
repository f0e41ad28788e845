import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@repertoire/core'
import { afterEach, describe, expect, it } from 'vitest'
import {
  createInputChecker,
  type InputChecker,
  type InputCheckerOptions,
  startCheckProcess,
} from './input-checker.ts'

const property = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { a: schema } })
const titled = (title: string): JsonObject => ({ type: 'object', title })

const started: InputChecker[] = []

function checker(options?: InputCheckerOptions): InputChecker {
  const made = createInputChecker(options)
  started.push(made)
  return made
}

/** A checker whose process does what the title of a schema says. */
function misbehavingChecker(options: InputCheckerOptions = {}): InputChecker {
  const file = fileURLToPath(new URL('./testing/misbehaving-check-process.ts', import.meta.url))
  return checker({ ...options, start: () => startCheckProcess(file) })
}

afterEach(() => {
  for (const one of started.splice(0)) one.close()
})

// A process is slow to start on a busy machine.
describe('checking inputs in a process', { timeout: 120_000 }, () => {
  it('B5: answers many at once, each with its own verdict', async () => {
    const { checkInput } = checker()
    const number = property({ type: 'number' })
    const verdicts = await Promise.all([
      checkInput(number, { a: 1 }),
      checkInput(number, { a: 'x' }),
      checkInput(property({ type: 'string', pattern: '[' }), { a: 'x' }),
      checkInput(number, { a: 2 }),
    ])
    const found = verdicts.map(({ verdict }) => verdict)
    expect(found).toEqual(['fits', 'wrong', 'unusable-schema', 'fits'])
  })

  it('B5: this process goes on while a schema takes its whole time', async () => {
    const { checkInput } = checker()
    let turns = 0
    let done = false
    const turn = () => {
      turns += 1
      if (!done) setImmediate(turn)
    }
    setImmediate(turn)
    const slow = property({ type: 'string', pattern: '^(a+)+$' })
    const { verdict } = await checkInput(slow, { a: `${'a'.repeat(60)}!` })
    done = true
    expect(verdict).toBe('unusable-schema')
    expect(turns).toBeGreaterThan(100)
  })

  it('B5: one that takes all memory ends alone, and the next check has a new one', async () => {
    const { checkInput } = misbehavingChecker()
    expect((await checkInput(titled('hoard'), {})).verdict).toBe('unusable-schema')
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: one that dies leaves no question open', async () => {
    const { checkInput } = misbehavingChecker()
    const both = [checkInput(titled('die'), {}), checkInput(titled('fit'), {})]
    const found = (await Promise.all(both)).map(({ verdict }) => verdict)
    expect(found).toEqual(['unusable-schema', 'unusable-schema'])
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: one that never answers is ended', async () => {
    const { checkInput } = misbehavingChecker({ answerTimeoutMs: 5_000 })
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
    expect((await checkInput(titled('say nothing'), {})).verdict).toBe('unusable-schema')
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: closing it leaves no question open', async () => {
    const { checkInput, close } = misbehavingChecker()
    const open = checkInput(titled('say nothing'), {})
    close()
    expect((await open).verdict).toBe('unusable-schema')
  })

  it('B5: what is nested too deep to be handed over is not checked', async () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep }
    expect((await checker().checkInput(property({}), deep)).verdict).toBe('unusable-schema')
  })
})

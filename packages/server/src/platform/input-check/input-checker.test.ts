import { fileURLToPath } from 'node:url'
import type { JsonObject } from '@repertoire/core/base'
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
  const file = fileURLToPath(new URL('./testing/broken-check-process.ts', import.meta.url))
  return checker({ ...options, start: () => startCheckProcess(file) })
}

afterEach(() => {
  for (const one of started.splice(0)) one.close()
})

// A process is slow to start on a busy machine.
describe('the input checker', { timeout: 120_000 }, () => {
  it('B5: answers concurrent requests, each with its own verdict', async () => {
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

  it('B5: does not block this process while a schema uses its whole time', async () => {
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

  it('B5: a process that exhausts its memory dies alone, and the next check starts another', async () => {
    const { checkInput } = misbehavingChecker()
    expect((await checkInput(titled('hoard'), {})).verdict).toBe('unusable-schema')
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: answers every pending request when the process dies', async () => {
    const { checkInput } = misbehavingChecker()
    const both = [checkInput(titled('die'), {}), checkInput(titled('fit'), {})]
    const found = (await Promise.all(both)).map(({ verdict }) => verdict)
    expect(found).toEqual(['unusable-schema', 'unusable-schema'])
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: kills a process that never answers', async () => {
    const { checkInput } = misbehavingChecker({ answerTimeoutMs: 5_000 })
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
    expect((await checkInput(titled('say nothing'), {})).verdict).toBe('unusable-schema')
    expect(await checkInput(titled('fit'), {})).toEqual({ verdict: 'fits' })
  })

  it('B5: answers every pending request when it is closed', async () => {
    const { checkInput, close } = misbehavingChecker()
    const open = checkInput(titled('say nothing'), {})
    close()
    expect((await open).verdict).toBe('unusable-schema')
  })

  it('B5: refuses an input that is nested too deeply to be serialised', async () => {
    let deep: JsonObject = {}
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep }
    expect((await checker().checkInput(property({}), deep)).verdict).toBe('unusable-schema')
  })
})

import type { JsonObject } from '@repertoire/core/base'
import type { ToolCall } from '@repertoire/core/domain'
import {
  type AgentHarness,
  createAgentHarness,
  createCallingModel,
  sampleContent,
} from '@repertoire/core/testing'
import { portable, toolsmith } from '@repertoire/core/use'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { createInputChecker } from '../../platform/input-check/input-checker.ts'
import { sha256 } from '../../platform/system/system-ports.ts'
import { createLazyCodeRunner } from './lazy-code-runner.ts'

const runner = createLazyCodeRunner({ logger: pino({ level: 'silent' }), maxWallMs: 2_000 })
const { checkInput, close } = createInputChecker()
afterAll(async () => {
  close()
  await runner.close()
})

const call = (name: string, input: JsonObject, id: string): ToolCall => ({ id, name, input })
const make = (name: string, code: string, parameters: JsonObject = { type: 'object' }) =>
  call('create_tool', { name, description: `Does ${name}.`, code, parameters }, `make_${name}`)
const library = (name: string, code: string) =>
  call('create_library', { name, description: `Has ${name}.`, code }, `lib_${name}`)

/** Approves every request. */
async function play(...calls: readonly ToolCall[]): Promise<AgentHarness> {
  const fixture = await createAgentHarness({
    ...{ sha256, code: runner, checkInput, toolsets: [portable, toolsmith] },
    model: createCallingModel(...calls),
    skills: [sampleContent('invoices', 'Round to cents.')],
  })
  const runId = await fixture.say('Go.')
  let outcome = await fixture.work(runId, { fresh: true })
  while (outcome === 'waiting') {
    await fixture.answer(true)
    outcome = await fixture.work(runId)
  }
  return fixture
}

async function lastOutput(fixture: AgentHarness): Promise<JsonObject> {
  const outcome = await fixture.lastOutcome()
  if (outcome?.status !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.output as JsonObject
}

async function lastProblem(fixture: AgentHarness) {
  const outcome = await fixture.lastOutcome()
  return outcome?.status === 'ok' ? outcome.output : outcome?.problem
}

const numbers = {
  type: 'object',
  properties: { net: { type: 'array', items: { type: 'number' } } },
  required: ['net'],
  additionalProperties: false,
}

describe('authored tools in the real engine', () => {
  it('B5: computes with its input, its libraries and the skills, and returns its logs', async () => {
    const fixture = await play(
      library('cents', 'module.exports = (n) => Math.round(n * 100) / 100'),
      library(
        'sums',
        `const cents = require('cents'); exports.total = (ns) => cents(ns.reduce((a, b) => a + b, 0))`,
      ),
      make(
        'invoice_total',
        `const { total } = require('sums')
         const skill = await skills.read('invoices')
         console.log(skill.content.trim())
         return { total: total(input.net) }`,
        numbers,
      ),
      call('invoice_total', { net: [0.1, 0.2] }, 'use'),
    )
    expect(await lastOutput(fixture)).toMatchObject({
      status: 'ok',
      result: { total: 0.3 },
      logs: expect.stringContaining('Round to cents.'),
      skills_read: ['invoices'],
    })
    expect(await fixture.all('approval-required')).toHaveLength(1)
  })

  it('B5: checks its parameters on call, before an approval is requested', async () => {
    const bad: JsonObject[] = [
      { net: ['x'] },
      {},
      { net: [], more: 1 },
      { net: 'x'.repeat(40_000) },
    ]
    for (const [at, input] of bad.entries()) {
      const fixture = await play(make('add', 'return 1', numbers), call('add', input, `use_${at}`))
      expect(await lastProblem(fixture)).toMatchObject({ code: 'tool.bad-input' })
      expect(await fixture.all('approval-required')).toEqual([])
    }
  })

  it('B5: accepts null for an omitted parameter where the schema has no null', async () => {
    const optional = { type: 'object', properties: { a: { type: 'number' } } }
    const nullable = { type: 'object', properties: { a: { type: ['number', 'null'] } } }
    for (const [schema, input] of [
      [optional, {}],
      [nullable, { a: null }],
    ] as const) {
      const fixture = await play(
        make('echo', 'return input', schema),
        call('echo', { a: null }, 'u'),
      )
      expect((await lastOutput(fixture)).result).toEqual(input)
    }
  })

  it('B5: cannot use a library it does not require, another tool, or anything outside the sandbox', async () => {
    const probe = `const found = {}
      for (const name of ['process', 'fetch', 'setTimeout', 'WebAssembly', 'Deno', 'XMLHttpRequest'])
        found[name] = typeof globalThis[name]
      const tried = async (work) => { try { return String(await work()) } catch (error) { return 'refused' } }
      return { ...found,
        hidden: await tried(() => require(['hid', 'den'].join(''))),
        tool: await tried(() => require('other_tool')),
        node: await tried(() => require('node:fs')),
        module: await tried(() => import('node:fs')),
        write: typeof skills.create + typeof skills.update,
        constructed: await tried(() => (async () => {}).constructor('return process')()),
      }`
    const fixture = await play(
      library('hidden', 'module.exports = 1'),
      make('other_tool', 'return 1'),
      make('probe', probe.replace(`require('other_tool')`, `require('other' + '_tool')`)),
      call('probe', {}, 'use'),
    )
    expect((await lastOutput(fixture)).result).toEqual({
      ...{ process: 'undefined', fetch: 'undefined', setTimeout: 'undefined' },
      ...{ WebAssembly: 'undefined', Deno: 'undefined', XMLHttpRequest: 'undefined' },
      ...{ hidden: 'refused', tool: 'refused', node: 'refused', module: 'refused' },
      ...{ write: 'undefinedundefined', constructed: 'refused' },
    })
  })

  it('B5: keeps no state from one call to the next', async () => {
    const fixture = await play(
      library('counter', 'let n = 0; module.exports = () => ++n'),
      make('count', `globalThis.n = (globalThis.n ?? 0) + 1; return [n, require('counter')()]`),
      call('count', {}, 'one'),
      call('count', {}, 'two'),
    )
    expect((await lastOutput(fixture)).result).toEqual([1, 1])
  })

  it('B5: reports code that is broken, endless or too large as an outcome', async () => {
    const broken = await play(make('broken', 'return ('), call('broken', {}, 'use'))
    expect(await lastOutput(broken)).toMatchObject({ status: 'failed' })
    const endless = await play(make('endless', 'for (;;) {}'), call('endless', {}, 'use'))
    expect(await lastOutput(endless)).toMatchObject({ status: 'timed-out' })
  })

  it('B5: refuses hostile schemas before they are stored', async () => {
    const property = (schema: JsonObject): JsonObject => ({
      type: 'object',
      properties: { a: schema },
    })
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}]))
    const schemas: JsonObject[] = [
      property({ type: 'string', pattern: '^(a+)+$' }),
      property({ type: 'string', pattern: '[' }),
      property({ $ref: '#' }),
      { type: 'object', $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
      { type: 'object', properties: many },
      property({ type: 'number', minimum: 'one' }),
    ]
    for (const schema of schemas) {
      const fixture = await play(make('hostile', 'return 1', schema))
      expect(await lastProblem(fixture)).toMatchObject({ code: 'authored.invalid' })
    }
  })
})

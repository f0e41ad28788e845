import { describe, expect, it } from 'vitest'
import type { Json } from './code-job.ts'
import { createCodeSandboxRunner, echo } from './testing/run-code.ts'

const run = createCodeSandboxRunner()
const value = async (code: string, calls = {}): Promise<Json | undefined> => {
  const result = await run(code, { calls })
  if (result.status !== 'ok') throw new Error(`${result.status}: ${result.error?.message}`)
  return result.value
}

/** Globals that an escape would find: of Node, a browser or QuickJS's own shell. */
const found = `[process, require('fs'), Buffer, global, module, Deno, std, os, scriptArgs, print,
  WebAssembly, fetch, XMLHttpRequest, Worker, postMessage, parentPort, importScripts, setTimeout,
  setInterval, setImmediate, queueMicrotask, SharedArrayBuffer, Atomics]`
const names = found.replace("require('fs')", 'fs').match(/\w+/g) ?? []
const typesFrom = (global: string): string =>
  `${JSON.stringify(names)}.filter((name) => typeof ${global}[name] !== 'undefined')`

describe('escapes from the engine', () => {
  it('B4: the globals are the language and the given functions, and nothing else', async () => {
    const globals = await value('return Reflect.ownKeys(globalThis).map(String)', { ask: echo })
    expect(globals).toMatchSnapshot()
    expect(await value(`return ${typesFrom('globalThis')}`)).toEqual([])
  })

  it('B4: constructors, Function and eval reach the same globals and no others', async () => {
    const ways = [
      "globalThis.constructor.constructor('return this')()",
      "(async () => {}).constructor('return this')()",
      "(function* () {}).constructor('yield this')().next().value",
      "Function('return this')()",
      "(0, eval)('this')",
      "console.log.constructor('return this')()",
      "ask.constructor('return this')()",
      "require.constructor('return this')()",
      "Reflect.construct(Function, ['return this'])()",
      "Error().constructor.constructor('return this')()",
      "ask('x').constructor.constructor.constructor('return this')()",
    ]
    const tries = ways.map((way) => `async () => ${way}`).join(', ')
    const code = `const seen = []
for (const way of [${tries}]) {
  const there = await way()
  seen.push([there === globalThis, ...${typesFrom('there')}])
}
return seen`
    expect(await value(code, { ask: echo })).toEqual(ways.map(() => [true]))
  })

  it('B4: nothing can be imported', async () => {
    for (const name of ['fs', 'node:fs', 'os', 'std', './code-thread.ts', 'data:text/javascript,1'])
      expect((await run(`return await import(${JSON.stringify(name)})`)).status).toBe('failed')
    expect((await run('import fs from "fs"; return 1')).error?.name).toBe('SyntaxError')
  })

  it('B4: an error, thrown by guest or host, reveals no path or stack of the host', async () => {
    const calls = { fail: () => Promise.reject(new Error(`at ${import.meta.filename}`)) }
    const code = `const messages = []
for (const wrong of [() => fail(), () => null.x, () => import('x'), () => JSON.parse('{'), () => require('x')])
  try { await wrong() } catch (error) { messages.push(error.message, error.stack, Object.keys(error)) }
return JSON.stringify(messages)`
    const details = String(await value(code, calls))
    expect(details).toContain('fail failed.')
    for (const secret of ['file:', 'node:', 'node_modules', import.meta.dirname, 'code-thread'])
      expect(details).not.toContain(secret)
  })

  it('B4: changed prototypes do not affect the host', async () => {
    const seen: unknown[] = []
    const note = async (args: readonly Json[]) => {
      seen.push(args, Object.getPrototypeOf(args[0]), 'polluted' in {})
      return { value: { fine: true } }
    }
    const code = `Object.prototype.polluted = 1
Array.prototype.push = () => { throw 1 }
Object.prototype.then = undefined
Object.defineProperty(Object.prototype, 'resolve', { set() { throw 3 } })
const answer = await note(JSON.parse('{"__proto__":{"polluted":2}}'))
return answer`
    expect(await value(code, { note })).toEqual({ fine: true })
    expect(seen).toEqual([
      ...[[JSON.parse('{"__proto__":{"polluted":2}}')], Object.prototype, false],
    ])
    expect('polluted' in {}).toBe(false)
  })

  it('B4: replaced JSON, Promise, Error, String and Function are not used by the bootstrap', async () => {
    const code = `const taken = []
const spy = (name) => function (...args) { taken.push(name); return undefined }
JSON.stringify = spy('stringify'); JSON.parse = spy('parse')
globalThis.JSON = undefined; globalThis.Promise = spy('Promise'); globalThis.Error = spy('Error')
globalThis.String = spy('String'); globalThis.Function = spy('Function')
String.prototype.slice = spy('slice'); Function.prototype.call = spy('call')
Object.create = spy('create'); Object.hasOwn = spy('hasOwn')
const answer = await ask(1)
console.log('still', { here: 1 })
return { answer, taken, library: require('lib') }`
    const result = await run(code, { calls: { ask: echo }, libraries: { lib: 'exports.a = 1' } })
    expect(result).toMatchObject({
      value: { answer: [1], taken: [], library: { a: 1 } },
      logs: 'still {"here":1}\n',
    })
  })

  it('B4: toJSON and getters run inside, and their results are plain data', async () => {
    const code = `Array.prototype.toJSON = () => ({ length: 1, 0: 'forged' })
try { await ask('x') } catch (error) { return { message: error.message } }`
    expect(await value(code, { ask: echo })).toEqual({
      message: 'The arguments of ask are not an array.',
    })
    const getter = 'return { get a() { return "x".repeat(3) }, toJSON: undefined }'
    expect(await value(getter)).toEqual({ a: 'xxx' })
  })

  it('B4: the given functions cannot be changed or replaced', async () => {
    const code = `'use strict'
const wrong = []
for (const change of [() => { skills = 1 }, () => { skills.read = 1 }, () => { delete skills.read },
  () => { skills.read.call = 1 }, () => { console.log = 1 }, () => { input = 1 }, () => { require = 1 },
  () => Object.defineProperty(skills, 'read', { value: 1 }), () => Object.setPrototypeOf(skills, {})])
  try { change(); wrong.push(String(change)) } catch {}
return wrong`
    expect(await value(code, { 'skills.read': echo })).toEqual([])
  })

  it('B4: jobs share nothing: no global, no prototype, no library, no memory', async () => {
    const libraries = { lib: 'exports.list = []' }
    const release =
      "globalThis.left = 'secret'; Array.prototype.left = 1; require('lib').list.push(1); return 1"
    await Promise.all(Array.from({ length: 4 }, () => run(release, { libraries })))
    const look = 'return [typeof left, [].left, require("lib").list]'
    for (let time = 0; time < 3; time += 1)
      expect((await run(look, { libraries })).value).toEqual(['undefined', null, []])
  })

  it('B4: fresh memory is empty, not another job’s', async () => {
    await run('return "needle-".repeat(2000)')
    const code = `const bytes = new Uint8Array(4_000_000)
return bytes.some((byte) => byte !== 0)`
    expect(await value(code)).toBe(false)
  })

  it('B4: code that closes its enclosing function is still only code', async () => {
    const code = `return 1 })(); globalThis.out = ${typesFrom('globalThis')}; (async () => { return out`
    const result = await run(code)
    expect(result.value ?? []).toEqual([])
  })
})

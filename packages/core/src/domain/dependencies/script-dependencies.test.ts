import { describe, expect, it } from 'vitest'
import { listDependencies, readScriptDependencies } from './script-dependencies.ts'

const files: Record<string, string> = {
  'requirements.txt': `six==1.16.0 --hash=sha256:${'a'.repeat(64)}\nPandas\n`,
  'package.json': '{"dependencies":{"zod":""},"optionalDependencies":{"fast":"^1"}}',
}
const needs = (runtime: 'python' | 'node' | 'shell') =>
  readScriptDependencies((path) => files[path], runtime)

describe('the dependencies of a script', () => {
  it('C10: are those of its language; a shell script may start either', () => {
    expect([needs('python').python !== null, needs('python').node]).toEqual([true, null])
    expect([needs('node').python, needs('node').node !== null]).toEqual([null, true])
    expect(Object.values(needs('shell')).every((one) => one !== null)).toBe(true)
  })

  it('C10: are none without the files', () => {
    expect(readScriptDependencies(() => undefined, 'shell')).toEqual({ python: null, node: null })
  })

  it('C10: ignore package.json for a Python script', () => {
    const hostile = { 'package.json': '{"dependencies":{"x":"file:/etc"}}' }
    const text = (path: string) => (hostile as Record<string, string>)[path]
    expect(readScriptDependencies(text, 'python')).toEqual({ python: null, node: null })
    expect(() => readScriptDependencies(text, 'node')).toThrow('a path')
  })

  it('C10: are listed in a readable form', () => {
    expect(listDependencies(needs('python'), 'python')).toEqual(['pandas', 'six==1.16.0'])
    expect(listDependencies(needs('node'), 'node')).toEqual(['zod@*', 'fast@^1'])
    expect(listDependencies(needs('node'), 'python')).toEqual([])
  })
})

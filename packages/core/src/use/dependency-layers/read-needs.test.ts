import { describe, expect, it } from 'vitest'
import { namedNeeds, readNeeds } from './read-needs.ts'

const files: Record<string, string> = {
  'requirements.txt': `six==1.16.0 --hash=sha256:${'a'.repeat(64)}\nPandas\n`,
  'package.json': '{"dependencies":{"zod":""},"optionalDependencies":{"fast":"^1"}}',
}
const needs = (runtime: 'python' | 'node' | 'shell') => readNeeds((path) => files[path], runtime)

describe('what a script needs', () => {
  it('C10: is what its language asks for; a shell script may start either', () => {
    expect([needs('python').python !== null, needs('python').node]).toEqual([true, null])
    expect([needs('node').python, needs('node').node !== null]).toEqual([null, true])
    expect(Object.values(needs('shell')).every((one) => one !== null)).toBe(true)
  })

  it('C10: is nothing without the files', () => {
    expect(readNeeds(() => undefined, 'shell')).toEqual({ python: null, node: null })
  })

  it('C10: does not keep a Python script from running for what package.json says', () => {
    const hostile = { 'package.json': '{"dependencies":{"x":"file:/etc"}}' }
    const text = (path: string) => (hostile as Record<string, string>)[path]
    expect(readNeeds(text, 'python')).toEqual({ python: null, node: null })
    expect(() => readNeeds(text, 'node')).toThrow('a path')
  })

  it('C10: is named as people would read it', () => {
    expect(namedNeeds(needs('python'), 'python')).toEqual(['pandas', 'six==1.16.0'])
    expect(namedNeeds(needs('node'), 'node')).toEqual(['zod@*', 'fast@^1'])
    expect(namedNeeds(needs('node'), 'python')).toEqual([])
  })
})

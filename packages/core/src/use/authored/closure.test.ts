import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AuthoredToolId, UserId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { type AuthoredHead, authoredLimits } from '../../domain/authored-tool.ts'
import { closureDigest, resolveLibraries } from './closure.ts'
import { requiredLibraries } from './required-libraries.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

function library(name: string, requires: readonly string[], digest = `of ${name}`): AuthoredHead {
  return {
    ...{ id: `aut_${name}` as AuthoredToolId, kind: 'library', name, owner: 'usr_1' as UserId },
    ...{ enabled: true, createdAt: 0, updatedAt: 0, deletedAt: null },
    head: {
      ...{ number: 1, digest, requires, reason: '', author: 'agent', trusted: true },
      ...{ conversationId: null, createdAt: 0, description: name, parameters: null },
    },
  }
}

const libraryIndex = (...libraries: readonly AuthoredHead[]) =>
  new Map(libraries.map((one) => [one.name, one]))
const tool = (...requires: readonly string[]) => ({ kind: 'tool', name: 'add', requires }) as const

/** The names in the closure, or the code of the refusal. */
function outcome(...given: Parameters<typeof resolveLibraries>) {
  const reached = resolveLibraries(...given)
  return 'code' in reached ? reached.code : reached.map(({ name }) => name)
}

describe('the dependency closure of a tool', () => {
  it('B5: contains every library once, sorted by name', () => {
    const there = libraryIndex(
      library('c', []),
      library('b', ['c']),
      library('a', ['c']),
      library('x', []),
    )
    expect(outcome(tool('b', 'a'), there)).toEqual(['a', 'b', 'c'])
    expect(outcome(tool(), there)).toEqual([])
    expect(outcome(tool('add'), libraryIndex(library('add', [])))).toEqual(['add'])
  })

  it('B5: refuses a cycle, a missing library and a disabled one', () => {
    expect(outcome(tool('a'), libraryIndex(library('a', ['b']), library('b', ['a'])))).toBe(
      'authored.library-cycle',
    )
    expect(outcome(tool('a'), libraryIndex(library('a', ['a'])))).toBe('authored.library-cycle')
    expect(outcome(tool('a'), libraryIndex())).toBe('authored.library-missing')
    expect(outcome(tool('constructor'), libraryIndex())).toBe('authored.library-missing')
    const off = { ...library('a', []), enabled: false }
    expect(outcome(tool('a'), libraryIndex(off))).toBe('authored.library-disabled')
  })

  it('B5: has a maximum number and depth', () => {
    const wide = Array.from({ length: authoredLimits.libraries + 1 }, (_, at) => `w${at}`)
    const there = libraryIndex(...wide.map((name) => library(name, [])))
    expect(outcome(tool(...wide.slice(1)), there)).toHaveLength(authoredLimits.libraries)
    expect(outcome(tool(...wide), there)).toBe('authored.too-much-required')
    const chain = Array.from({ length: authoredLimits.depth + 1 }, (_, at) =>
      library(`d${at}`, at === 0 ? [] : [`d${at - 1}`]),
    )
    const most = authoredLimits.depth
    expect(outcome(tool(`d${most - 1}`), libraryIndex(...chain))).toHaveLength(most)
    expect(outcome(tool(`d${most}`), libraryIndex(...chain))).toBe('authored.too-much-required')
  })

  it('B5: for any graph the search ends, and finds exactly the cycles', () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const graph = fc.tuple(...names.map(() => fc.subarray(names)))
    fc.assert(
      fc.property(graph, fc.subarray(names), (edges, start) => {
        const there = libraryIndex(...names.map((name, at) => library(name, edges[at] ?? [])))
        const reached = outcome(tool(...start), there)
        expect(reached === 'authored.library-cycle').toBe(hasCycle(there, start))
        if (typeof reached !== 'string') expect(new Set(reached)).toEqual(reach(there, start))
      }),
    )
  })

  it('B5: the digest changes with any library, and only then', () => {
    const one = { ...library('add', ['a']), kind: 'tool' } as const
    const digest = (...libraries: AuthoredHead[]) => closureDigest(one, libraries, sha256)
    const [a, b] = [library('a', []), library('b', [])]
    expect(digest(a, b)).toBe(digest(a, b))
    const others = [digest(a), digest(a, library('b', [], 'changed')), digest()]
    expect(new Set([digest(a, b), ...others]).size).toBe(4)
    const namesake = { ...one, id: 'aut_other' as AuthoredToolId }
    expect(closureDigest(namesake, [a], sha256)).not.toBe(digest(a))
  })
})

describe('requiredLibraries', () => {
  it('B5: finds libraries in literal calls of require', () => {
    const code = `const a = require('sums'); const { b } = require( "dates_2" )
      // require('old')
      require(\`plain\`); require(name); require('no-name'); required('x'); require('a' + 'b')`
    expect(requiredLibraries(code)).toEqual(['dates_2', 'old', 'plain', 'sums'])
    expect(requiredLibraries('')).toEqual([])
  })
})

function reach(there: ReadonlyMap<string, AuthoredHead>, start: readonly string[]) {
  const found = new Set<string>()
  const open = [...start]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...(there.get(name)?.head.requires ?? []))
  }
  return found
}

/** Whether a library in the closure requires itself, directly or not. */
function hasCycle(there: ReadonlyMap<string, AuthoredHead>, start: readonly string[]): boolean {
  return [...reach(there, start)].some((name) =>
    reach(there, there.get(name)?.head.requires ?? []).has(name),
  )
}

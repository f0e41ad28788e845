import type { LicenceReport } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProblemError } from '../base/errors.ts'
import {
  defaultLicencePolicy,
  judgeLicence,
  type LicenceDecision,
  type LicencePolicy,
  normalLicencePolicy,
} from './licence-policy.ts'

const known = (expression: string): LicenceReport => ({ status: 'known', expression, evidence: [] })
const unnamed = (status: 'none' | 'unknown' | 'conflict' | 'proprietary'): LicenceReport => ({
  ...{ status, expression: null, evidence: [] },
})

describe('the default policy', () => {
  test.each([
    ['MIT', 'allowed'],
    ['Apache-2.0', 'allowed'],
    ['MPL-2.0', 'allowed'],
    ['LGPL-3.0-or-later', 'allowed'],
    ['GPL-3.0-only', 'ask'],
    ['AGPL-3.0-or-later', 'ask'],
    ['CC-BY-SA-4.0', 'ask'],
    ['CC-BY-NC-4.0', 'ask'],
    ['BUSL-1.1', 'ask'],
    ['LicenseRef-house', 'ask'],
    ['MIT OR GPL-3.0-only', 'allowed'],
    ['MIT AND GPL-3.0-only', 'ask'],
    ['not an expression', 'ask'],
  ])('%s is %s', (expression, decision) => {
    expect(judgeLicence(known(expression), defaultLicencePolicy).decision).toBe(decision)
  })

  test('nothing, something unknown and contradictions are asked about', () => {
    for (const status of ['none', 'unknown', 'conflict'] as const) {
      expect(judgeLicence(unnamed(status), defaultLicencePolicy).decision).toBe('ask')
    }
  })

  const conflict = (...expressions: (string | null)[]): LicenceReport => ({
    ...{ status: 'conflict', expression: null },
    evidence: expressions.map((expression, at) => ({
      ...{ path: `LICENSE-${at}`, kind: 'file', expression, score: 1, textSha256: '' },
    })),
  })

  test('different licences that are all allowed are no conflict', () => {
    const judge = (report: LicenceReport) => judgeLicence(report, defaultLicencePolicy)
    expect(judge(conflict('MIT', 'Apache-2.0', null))).toEqual({
      decision: 'allowed',
      reason: 'Its files name different licences, and each is allowed: Apache-2.0, MIT.',
    })
    for (const other of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'nonsense']) {
      expect(judge(conflict('MIT', other)).decision).toBe('ask')
    }
    expect(judge(conflict(null)).decision).toBe('ask')
  })

  test('its entries are as they are stored', () => {
    expect(normalLicencePolicy(defaultLicencePolicy)).toEqual(defaultLicencePolicy)
  })
})

test('E10: what reserves its rights is refused, whatever the lists say', () => {
  fc.assert(
    fc.property(policies, (policy) => {
      expect(judgeLicence(unnamed('proprietary'), policy).decision).toBe('refused')
    }),
  )
})

const ids = ['MIT', 'Apache-2.0', 'GPL-3.0-only', 'CC-BY-NC-4.0', 'BUSL-1.1', 'EPL-2.0'] as const
const order: readonly LicenceDecision[] = ['allowed', 'ask', 'refused']
const rank = (decision: LicenceDecision) => order.indexOf(decision)

const policies: fc.Arbitrary<LicencePolicy> = fc
  .tuple(...ids.map(() => fc.constantFrom('allowed', 'ask', 'refused', 'unlisted')))
  .map((lists) => {
    const on = (list: string) => ids.filter((_, at) => lists[at] === list)
    return { allowed: on('allowed'), ask: on('ask'), refused: on('refused') }
  })

const expressions = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom(...ids),
  tree: fc.oneof(
    { maxDepth: 4 },
    tie('leaf'),
    fc
      .tuple(tie('tree'), fc.constantFrom('AND', 'OR'), tie('tree'))
      .map(([left, joint, right]) => `(${left} ${joint} ${right})`),
  ),
})).tree

const decide = (expression: string, policy: LicencePolicy) =>
  judgeLicence(known(expression), policy).decision

describe('expressions', () => {
  test('of a choice the best counts, of licences that hold together the worst', () => {
    fc.assert(
      fc.property(expressions, expressions, policies, (one, other, policy) => {
        fc.pre(`(${one}) AND (${other})`.length <= 500)
        const ranks = [one, other].map((text) => rank(decide(text, policy)))
        expect(rank(decide(`(${one}) OR (${other})`, policy))).toBe(Math.min(...ranks))
        expect(rank(decide(`(${one}) AND (${other})`, policy))).toBe(Math.max(...ranks))
      }),
    )
  })

  test('allowing less never allows more', () => {
    fc.assert(
      fc.property(expressions, policies, fc.constantFrom(...ids), (text, policy, id) => {
        const without = (list: readonly string[]) => list.filter((entry) => entry !== id)
        const stricter = {
          allowed: without(policy.allowed),
          ask: without(policy.ask),
          refused: [...without(policy.refused), id],
        }
        expect(rank(decide(text, stricter))).toBeGreaterThanOrEqual(rank(decide(text, policy)))
      }),
    )
  })

  test('nothing is allowed that names no allowed licence', () => {
    fc.assert(
      fc.property(expressions, policies, (text, policy) => {
        if (decide(text, policy) !== 'allowed') return
        expect(policy.allowed.some((entry) => text.includes(entry))).toBe(true)
      }),
    )
  })

  test('an exception or a later version has its own entry, or that of the licence', () => {
    const policy = {
      allowed: ['GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-3.0-or-later'],
      ask: ['EPL-1.0'],
      refused: ['GPL-2.0-only', 'GPL-3.0-only'],
    }
    expect(decide('GPL-2.0-only WITH Classpath-exception-2.0', policy)).toBe('allowed')
    expect(decide('GPL-2.0-only WITH GCC-exception-2.0', policy)).toBe('refused')
    expect(decide('GPL-2.0-or-later', policy)).toBe('refused')
    expect(decide('GPL-3.0+', policy)).toBe('allowed')
    expect(decide('EPL-1.0+', policy)).toBe('ask')
  })

  test('what is on two lists is judged by the stricter', () => {
    const policy = { allowed: ['MIT'], ask: [], refused: ['MIT'] }
    expect(decide('MIT', policy)).toBe('refused')
  })

  test('the reason names the licence that decided', () => {
    const policy = { allowed: ['MIT'], ask: [], refused: ['GPL-3.0-only'] }
    expect(judgeLicence(known('MIT AND GPL-3.0-only'), policy)).toEqual({
      decision: 'refused',
      reason: 'GPL-3.0-only is on the list of refused licences.',
    })
    expect(judgeLicence(known('ISC'), policy).reason).toContain('ISC is on no list')
  })
})

describe('entries of the lists', () => {
  const problemOf = (policy: Partial<LicencePolicy>) => {
    try {
      normalLicencePolicy({ allowed: [], ask: [], refused: [], ...policy })
    } catch (error) {
      if (isProblemError(error)) return error.problem
    }
    return undefined
  }

  test('are stored in their canonical form, each once', () => {
    const stored = normalLicencePolicy({
      allowed: [' MIT ', 'MIT', 'GPL-3.0'],
      ask: [],
      refused: [],
    })
    expect(stored.allowed).toEqual(['MIT', 'GPL-3.0-only'])
  })

  test.each(['Apache', 'MIT OR ISC', '', '*', 'Proprietary. LICENSE.txt has complete terms'])(
    '%j is refused',
    (entry) => {
      expect(problemOf({ allowed: [entry] })).toMatchObject({ code: 'settings.bad-licence-entry' })
    },
  )

  test('one licence on two lists is refused', () => {
    expect(problemOf({ allowed: ['MIT'], refused: ['MIT'] })?.message).toContain('two of the lists')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptySession, type SessionState } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { sampleActive } from '../../testing/sample-skills.ts'
import { type ReducedSession, reduceSession, type SessionCommand } from './reduce-session.ts'
import { budgetUsed, skillsState } from './skills-state.ts'

const within = (skillsMaxPromptChars: number) => ({
  settings: { ...defaultSettings, skillsMaxPromptChars },
})
const standard = within(16_000)

function activate(state: SessionState, slug: string, size: number, context = standard) {
  return reduceSession(state, { type: 'activate', skill: sampleActive(slug, size) }, context)
}

function stateWith(...skills: [slug: string, size: number][]): SessionState {
  return { active: skills.map(([slug, size]) => sampleActive(slug, size)) }
}

function refusal(reduction: ReducedSession) {
  if (reduction.ok) throw new Error('was not refused')
  return reduction.refusal
}

describe('activating', () => {
  it('A6: reports the new state with exactly the skills and the characters', () => {
    const reduction = activate(emptySession, 'postgres.health-triage', 2134)
    expect(reduction).toMatchObject({
      ok: true,
      result: { change: 'activated' },
      events: [
        {
          type: 'skills-state-changed',
          state: {
            enabledSkills: [
              { slug: 'postgres.health-triage', contentLength: 2134, sourceType: 'manual' },
            ],
            budgetUsedChars: 2134,
            budgetMaxChars: 16_000,
          },
        },
      ],
    })
  })

  it('keeps the order of activation', () => {
    const first = activate(emptySession, 'b', 1)
    const second = activate(first.state, 'a', 1)
    expect(second.state.active.map((skill) => skill.slug)).toEqual(['b', 'a'])
  })

  it('changes nothing when the skill is already active, and reports a newer revision', () => {
    const state = stateWith(['a', 10])
    const again = activate(state, 'a', 10)
    expect(again).toMatchObject({ ok: true, events: [], result: { newerRevision: false } })
    expect(again.state).toBe(state)
    const newer = { ...sampleActive('a', 99), digest: 'sample:newer' as never }
    const edited = reduceSession(state, { type: 'activate', skill: newer }, standard)
    expect(edited).toMatchObject({ ok: true, result: { newerRevision: true } })
    expect(edited.state).toBe(state)
  })

  it('refuses a second skill with the slug of an active one', () => {
    const other = { ...sampleActive('a', 5), skillId: 'skl_other' as never }
    const reduction = reduceSession(
      stateWith(['a', 10]),
      { type: 'activate', skill: other },
      standard,
    )
    expect(refusal(reduction).code).toBe('session.slug-in-use')
  })

  it('A4: accepts a skill that fills the budget exactly, not one more character', () => {
    expect(activate(stateWith(['a', 6_000]), 'b', 10_000).ok).toBe(true)
    expect(activate(stateWith(['a', 6_000]), 'b', 10_001).ok).toBe(false)
  })

  it('A4: over budget it reports limit, use, size and what would free enough, smallest first', () => {
    const state = stateWith(['large', 9_000], ['small', 1_000], ['middle', 5_000])
    const problem = refusal(activate(state, 'new', 2_500))
    expect(problem).toMatchObject({
      code: 'session.over-budget',
      details: {
        limit_chars: 16_000,
        used_chars: 15_000,
        skill_chars: 2_500,
        missing_chars: 1_500,
        fits_alone: true,
        room_by_disabling: [['middle'], ['large']],
      },
    })
    expect(problem.message).toMatch(/limit 16000 .*in use 15000, "new" needs 2500/)
    expect(problem.hint).toContain('middle (5000); or large (9000)')
  })

  it('A4: suggests several skills together when none alone frees enough', () => {
    const state = stateWith(['a', 4_000], ['b', 5_000], ['c', 6_000])
    expect(refusal(activate(state, 'new', 10_000)).details).toMatchObject({
      room_by_disabling: [
        ['b', 'a'],
        ['c', 'a'],
        ['c', 'b'],
      ],
    })
  })

  it('A4: says so when the skill alone is larger than the whole budget', () => {
    const problem = refusal(activate(stateWith(['a', 100]), 'huge', 16_001))
    expect(problem.details).toMatchObject({ fits_alone: false, room_by_disabling: [] })
    expect(problem.hint).toContain('larger than the whole budget')
  })
})

describe('deactivating and withdrawing', () => {
  it('refuses an inactive skill, and lists the active ones', () => {
    const reduction = reduceSession(
      stateWith(['a', 1]),
      { type: 'deactivate', slug: 'b' },
      standard,
    )
    expect(refusal(reduction)).toMatchObject({
      code: 'session.not-active',
      details: { enabled: ['a'] },
    })
  })

  it('removes withdrawn skills and keeps the others', () => {
    const state = stateWith(['a', 1], ['b', 2])
    const skillIds = [sampleActive('a', 1).skillId, sampleActive('never', 1).skillId]
    const reduction = reduceSession(state, { type: 'withdraw', skillIds }, standard)
    expect(reduction.state.active.map((skill) => skill.slug)).toEqual(['b'])
    expect(reduction.ok && reduction.events).toHaveLength(1)
  })

  it('has no event when nothing was withdrawn', () => {
    const state = stateWith(['a', 1])
    const reduction = reduceSession(state, { type: 'withdraw', skillIds: [] }, standard)
    expect(reduction).toMatchObject({ ok: true, events: [] })
    expect(reduction.state).toBe(state)
  })
})

const slugs = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g')
const sizes = fc.integer({ min: 0, max: 9_000 })
const commands: fc.Arbitrary<SessionCommand> = fc.oneof(
  fc.tuple(slugs, sizes).map(([slug, size]) => ({
    type: 'activate' as const,
    skill: sampleActive(slug, size),
  })),
  slugs.map((slug) => ({ type: 'deactivate' as const, slug })),
  slugs.map((slug) => ({
    type: 'withdraw' as const,
    skillIds: [sampleActive(slug, 0).skillId],
  })),
)

describe('the budget, for any sequence', () => {
  it('A4: no sequence of commands exceeds the cap', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 40 }), fc.nat(20_000), (sequence, cap) => {
        let state = emptySession
        for (const command of sequence) {
          state = reduceSession(state, command, within(cap)).state
          expect(budgetUsed(state)).toBeLessThanOrEqual(cap)
        }
      }),
    )
  })

  it('A4: deactivating what was activated restores the budget exactly', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 20 }), sizes, (sequence, size) => {
        const before = sequence.reduce(
          (state, command) => reduceSession(state, command, standard).state,
          emptySession,
        )
        const added = activate(before, 'new', size)
        fc.pre(added.ok)
        const removed = reduceSession(added.state, { type: 'deactivate', slug: 'new' }, standard)
        expect(removed.state).toEqual(before)
      }),
    )
  })

  it('A4: after lowering the cap active skills stay, and no further one is accepted', () => {
    fc.assert(
      fc.property(sizes, sizes, fc.nat(9_000), (one, other, cap) => {
        const state = stateWith(['one', one], ['other', other])
        fc.pre(one + other > cap)
        const more = activate(state, 'new', 0, within(cap))
        expect(more.ok).toBe(false)
        expect(more.state).toBe(state)
        expect(skillsState(state, within(cap).settings).budgetUsedChars).toBe(one + other)
        expect(reduceSession(state, { type: 'deactivate', slug: 'one' }, within(cap)).ok).toBe(true)
      }),
    )
  })

  it('A4: every suggested set frees enough, and is minimal', () => {
    const active = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), sizes), {
      selector: ([slug]) => slug,
      maxLength: 16,
    })
    fc.assert(
      fc.property(active, fc.integer({ min: 1, max: 16_000 }), (skills, size) => {
        const state = stateWith(...skills)
        const cap = Math.max(budgetUsed(state), size)
        const reduction = reduceSession(
          state,
          {
            type: 'activate',
            skill: { ...sampleActive('x', size), skillId: 'new' as never, slug: '' },
          },
          within(cap),
        )
        fc.pre(!reduction.ok)
        const sets = refusal(reduction).details?.room_by_disabling as string[][]
        expect(sets.length).toBeGreaterThan(0)
        const sizeOf = new Map(skills)
        for (const set of sets) {
          const freed = set.map((slug) => sizeOf.get(slug) as number)
          const sum = freed.reduce((total, one) => total + one, 0)
          expect(budgetUsed(state) - sum + size).toBeLessThanOrEqual(cap)
          const withoutSmallest = sum - Math.min(...freed)
          expect(budgetUsed(state) - withoutSmallest + size).toBeGreaterThan(cap)
        }
      }),
    )
  })
})

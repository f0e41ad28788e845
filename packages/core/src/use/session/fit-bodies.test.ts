import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionState } from '../../domain/session-state.ts'
import { defaultSettings } from '../../domain/settings.ts'
import { sampleActive } from '../../testing/sample-skills.ts'
import { fitBodies, restoreBodies } from './fit-bodies.ts'
import { reduceSession } from './reduce-session.ts'
import { budgetUsed, isShed } from './skills-state.ts'

const slug = fc.constantFrom(...'abcdefgh'.split(''))
const active = fc
  .uniqueArray(fc.tuple(slug, fc.integer({ min: 0, max: 9_000 })), { selector: ([one]) => one })
  .map((skills) => skills.map(([name, size]) => sampleActive(name, size)))
const settings = fc
  .integer({ min: 0, max: 20_000 })
  .map((skillBodyBudgetChars) => ({ ...defaultSettings, skillBodyBudgetChars }))
const priorityOf = ({ slug: name }: { readonly slug: string }) => name.charCodeAt(0) % 3

describe('bodies within the budget', () => {
  it('E5: never exceed the budget, and none is shed that fits', () => {
    fc.assert(
      fc.property(active, settings, (skills, of) => {
        const { session } = fitBodies({ active: skills }, priorityOf, of)
        const used = budgetUsed(session)
        expect(used).toBeLessThanOrEqual(of.skillBodyBudgetChars)
        for (const skill of skills) {
          if (!isShed(session, skill.skillId)) continue
          expect(used + skill.contentLength).toBeGreaterThan(of.skillBodyBudgetChars)
        }
      }),
    )
  })

  it('E5: the shed bodies depend on skills and budget, not on earlier shedding', () => {
    fc.assert(
      fc.property(active, fc.array(slug), settings, (skills, before, of) => {
        const shed = before.map((name) => sampleActive(name, 0).skillId)
        const fresh = fitBodies({ active: skills, shed: [] }, priorityOf, of).session
        const again = fitBodies({ active: skills, shed }, priorityOf, of).session
        for (const { skillId } of skills) {
          expect(isShed(again, skillId)).toBe(isShed(fresh, skillId))
        }
        expect(fitBodies(again, priorityOf, of).events).toEqual([])
      }),
    )
  })

  it('E5: the events report exactly what changed', () => {
    fc.assert(
      fc.property(active, fc.array(slug), settings, (skills, before, of) => {
        const shed = before.map((name) => sampleActive(name, 0).skillId)
        const state: SessionState = { active: skills, shed }
        const { session, events } = fitBodies(state, priorityOf, of)
        const named = (type: string) =>
          events.flatMap((event) =>
            event.type === type && 'skills' in event ? event.skills.map((one) => one.skillId) : [],
          )
        const changed = (now: boolean) =>
          skills
            .map(({ skillId }) => skillId)
            .filter((id) => isShed(session, id) === now && isShed(state, id) !== now)
        expect(named('skill-bodies-shed')).toEqual(changed(true))
        expect(named('skill-bodies-restored')).toEqual(changed(false))
      }),
    )
  })

  it('A4: an agent under the cap has every body back', () => {
    fc.assert(
      fc.property(active, settings, (skills, of) => {
        const { session } = fitBodies({ active: skills }, priorityOf, of)
        const after = restoreBodies(session, of).session
        expect(after).toEqual({ active: skills })
      }),
    )
  })
})

describe('replacing the active skills', () => {
  it('E4: leaves exactly the named skills, once each; those that stay keep their pin', () => {
    fc.assert(
      fc.property(active, active, (before, asked) => {
        const reduction = reduceSession(
          { active: before },
          { type: 'replace', skills: asked },
          { settings: defaultSettings },
        )
        expect(reduction.ok).toBe(true)
        const pins = new Map(before.map((skill) => [skill.skillId, skill]))
        expect(reduction.state.active).toEqual(
          asked.map((skill) => pins.get(skill.skillId) ?? skill),
        )
        const again = reduceSession(
          reduction.state,
          { type: 'replace', skills: asked },
          { settings: defaultSettings },
        )
        expect(again.ok && again.events).toEqual([])
        expect(again.state).toBe(reduction.state)
      }),
    )
  })
})

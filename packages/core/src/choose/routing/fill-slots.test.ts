import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Skill } from '../../domain/skill.ts'
import { type CatalogueEntry, fillSlots } from './fill-slots.ts'
import { defaultRouting } from './skill-routing.ts'

interface Facts {
  readonly score?: number
  readonly searchScore?: number
  readonly fallback?: number
}

function entry(slug: string, { score = 0, searchScore = 0, fallback = 50 }: Facts): CatalogueEntry {
  const slot = score > 0 ? 'signal' : searchScore > 0 ? 'search' : 'fallback'
  const skill = { slug, origin: { sourceId: null } } as Skill
  return { skill, routing: defaultRouting, score, searchScore, fallback, reasons: [slot], slot }
}

const many = (name: string, count: number, facts: Facts) =>
  Array.from({ length: count }, (_, at) => entry(`${name}${at}`, facts))

const halves = { signalSlots: 3, searchSlots: 3, searchBreaksTies: true }
const slots = (...args: Parameters<typeof fillSlots>) => fillSlots(...args).map(({ slot }) => slot)

describe('the slots of a catalogue', () => {
  it('E2: skills with points use search slots that are empty', () => {
    expect(slots(many('a', 8, { score: 30 }), halves)).toEqual(Array(6).fill('signal'))
  })

  it('E2: search hits use signal slots that are empty', () => {
    expect(slots(many('a', 8, { searchScore: 1 }), halves)).toEqual(Array(6).fill('search'))
  })

  it('E2: the other skills use what both halves leave empty', () => {
    const candidates = [
      entry('scored', { score: 30 }),
      entry('found', { searchScore: 1 }),
      ...many('other', 8, {}),
    ]
    expect(slots(candidates, halves)).toEqual(['signal', 'search', ...Array(4).fill('fallback')])
  })

  it('E2: each half has its own slots while both are in demand', () => {
    const candidates = [...many('a', 9, { score: 30 }), ...many('b', 9, { searchScore: 1 })]
    const three = (slot: string) => Array(3).fill(slot)
    expect(slots(candidates, halves)).toEqual([...three('signal'), ...three('search')])
  })

  it('E2: a half without slots gets none', () => {
    const candidates = [...many('a', 2, { searchScore: 1 }), ...many('b', 2, { score: 30 })]
    expect(slots(candidates, { ...halves, signalSlots: 0 })).toEqual(['search', 'search'])
    const byTable = { signalSlots: 3, searchSlots: 0, searchBreaksTies: false }
    expect(slots(candidates, byTable)).toEqual(['signal', 'signal', 'fallback'])
  })

  it('E2: for any candidates: no skill twice, no slot empty that a skill could use, in rank order', () => {
    const points = fc.integer({ min: 0, max: 2 })
    const facts = fc.record({ score: points, searchScore: points, fallback: points })
    const slotsOf = fc.integer({ min: 0, max: 4 })
    const settings = fc.record({
      ...{ signalSlots: slotsOf, searchSlots: slotsOf, searchBreaksTies: fc.boolean() },
    })
    fc.assert(
      fc.property(fc.array(facts, { maxLength: 12 }), settings, (given, chosen) => {
        const candidates = given
          .map((one, at) => entry(`s${at}`, one))
          .sort((a, b) => b.score - a.score)
        const entries = fillSlots(candidates, chosen)
        const slugs = entries.map(({ skill }) => skill.slug)
        expect(new Set(slugs).size).toBe(slugs.length)
        const all = chosen.signalSlots + chosen.searchSlots
        expect(slugs.length).toBeLessThanOrEqual(all)
        if (chosen.signalSlots > 0) expect(slugs).toHaveLength(Math.min(all, candidates.length))
        const inSlot = (slot: string) => entries.filter((one) => one.slot === slot)
        const best = inSlot('signal').map(({ skill }) => skill.slug)
        const top = candidates.slice(0, Math.min(chosen.signalSlots, best.length))
        expect(best.slice(0, top.length)).toEqual(top.map(({ skill }) => skill.slug))
        const searchScores = inSlot('search').map(({ searchScore }) => searchScore)
        if (chosen.searchSlots > 0 && chosen.signalSlots === 0)
          expect(searchScores).toEqual(searchScores.toSorted((a, b) => b - a))
        expect(fillSlots(candidates, chosen)).toEqual(entries)
      }),
    )
  })
})

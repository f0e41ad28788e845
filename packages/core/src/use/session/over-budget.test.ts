import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleActive } from '../../testing/sample-skills.ts'
import { skillsOverBudget } from './over-budget.ts'

const within = (skillsMaxPromptChars: number) => ({ skillsMaxPromptChars })
const active = [
  sampleActive('first', 4_000),
  sampleActive('second', 4_000),
  sampleActive('third', 4_000),
]
const slugs = (leaving: ReturnType<typeof skillsOverBudget>) => leaving.map(({ slug }) => slug)

describe('a session over a lowered budget', () => {
  it('A4: the lowest priority leaves first, among equals the last one activated', () => {
    const equal = () => 50
    expect(slugs(skillsOverBudget({ active }, equal, within(12_000)))).toEqual([])
    expect(slugs(skillsOverBudget({ active }, equal, within(11_999)))).toEqual(['third'])
    expect(slugs(skillsOverBudget({ active }, equal, within(4_000)))).toEqual(['third', 'second'])
    const firstLast = ({ slug }: { slug: string }) => (slug === 'first' ? 90 : 10)
    expect(slugs(skillsOverBudget({ active }, firstLast, within(8_000)))).toEqual(['first'])
  })

  it('A4: what stays fits, and nothing leaves without need', () => {
    const sizes = fc.array(fc.nat({ max: 5_000 }), { maxLength: 8 })
    fc.assert(
      fc.property(sizes, fc.nat({ max: 20_000 }), (lengths, limit) => {
        const session = { active: lengths.map((length, at) => sampleActive(`s${at}`, length)) }
        const leaving = new Set(skillsOverBudget(session, () => 50, within(limit)))
        const kept = session.active.filter((skill) => !leaving.has(skill))
        const used = kept.reduce((sum, { contentLength }) => sum + contentLength, 0)
        expect(used).toBeLessThanOrEqual(limit)
        for (const { contentLength } of leaving) expect(used + contentLength).toBeGreaterThan(limit)
      }),
    )
  })
})

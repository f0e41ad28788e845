import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { scanPackage } from './scan-package.ts'
import { disguises, type Lure, lureSkill, lures } from './testing/lures.ts'

/** A fixed half that no rule was written against. */
const isHeldOut = (name: string) =>
  (createHash('sha256').update(name).digest()[0] as number) % 2 === 0

const cases = lures.flatMap((lure) =>
  Object.entries(disguises)
    .filter(([name]) => lure.isProse || name === 'plain')
    .map(([name, disguise]) => ({ lure, name: `${lure.name}, ${name}`, disguise })),
)

function isHeld({ lure, disguise }: { lure: Lure; disguise: (text: string) => string }): boolean {
  const { verdict } = scanPackage(lureSkill(lure, disguise))
  return verdict === 'review' || verdict === 'blocked'
}

describe('issue 14: lures and tricks are held', () => {
  it('every plain one is held', () => {
    const missed = cases.filter((one) => one.name.endsWith(', plain') || !one.lure.isProse)
    expect(missed.filter((one) => !isHeld(one)).map(({ name }) => name)).toEqual([])
  })

  it('at least nine of ten are, however they are disguised, also of the held-out half', () => {
    for (const half of [true, false]) {
      const tried = cases.filter(({ name }) => isHeldOut(name) === half)
      const held = tried.filter(isHeld)
      expect(tried.length).toBeGreaterThan(80)
      expect(held.length / tried.length).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('the skill that carries them is clean without them', () => {
    const innocent: Lure = { name: 'none', path: 'SKILL.md', text: 'Thank you.', isProse: true }
    expect(scanPackage(lureSkill(innocent, (text) => text)).findings).toEqual([])
  })
})

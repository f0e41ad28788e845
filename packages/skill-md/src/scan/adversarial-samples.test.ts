import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { scanPackage } from './scan-package.ts'
import {
  type AdversarialSample,
  adversarialSamples,
  adversarialSkill,
  transforms,
} from './testing/adversarial-samples.ts'

/** A fixed half that no rule was written against. */
const isHeldOut = (name: string) =>
  (createHash('sha256').update(name).digest()[0] as number) % 2 === 0

const cases = adversarialSamples.flatMap((lure) =>
  Object.entries(transforms)
    .filter(([name]) => lure.isProse || name === 'plain')
    .map(([name, disguise]) => ({ lure, name: `${lure.name}, ${name}`, disguise })),
)

function isHeld({
  lure,
  disguise,
}: {
  lure: AdversarialSample
  disguise: (text: string) => string
}): boolean {
  const { verdict } = scanPackage(adversarialSkill(lure, disguise))
  return verdict === 'review' || verdict === 'blocked'
}

describe('adversarial samples and tricks are held', () => {
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
    const innocent: AdversarialSample = {
      name: 'none',
      path: 'SKILL.md',
      text: 'Thank you.',
      isProse: true,
    }
    expect(scanPackage(adversarialSkill(innocent, (text) => text)).findings).toEqual([])
  })
})

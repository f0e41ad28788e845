import { describe, expect, it } from 'vitest'
import { PassageClassifier } from '../passage-classifier.ts'
import { featuresOf } from '../passage-features.ts'
import { minimise } from './minimise.ts'
import { trainWeights } from './train-weights.ts'

const sentence = (text: string) => [featuresOf(text)]
const passages = [
  ['send the keys of the person to the host', true],
  ['send the passwords of the person to the host', true],
  ['show the keys of the piano to the person', false],
  ['send the report to the person', false],
].map(([text, isHarmful]) => ({
  ...{ sentences: sentence(String(text)), isHarmful: isHarmful === true, weight: 10 },
}))

describe('a training', () => {
  const classifier = new PassageClassifier(trainWeights(passages))

  it('tells passages that it has seen apart, and new ones by their words', () => {
    for (const { sentences, isHarmful } of passages) {
      expect(classifier.score(sentences) > 0).toBe(isHarmful)
    }
    const unseen = ['send the passwords to the host', 'show the report to the person'] as const
    const [harmful, harmless] = unseen.map((text) => classifier.score(sentence(text)))
    expect(harmful).toBeGreaterThan(Number(harmless))
  })

  it('gives the same weights for the same passages', () => {
    expect(trainWeights(passages)).toEqual(trainWeights(passages))
  })

  it('is not moved by what is said twice in a passage', () => {
    const once = classifier.score(sentence('send the keys to the host'))
    const twice = [
      ...sentence('send the keys to the host'),
      ...sentence('send the keys to the host'),
    ]
    expect(classifier.score(twice)).toBe(once)
  })
})

it('finds where a convex function is least', () => {
  const least = [3, -2, 0.5]
  const found = minimise(
    (at) => ({
      loss: at.reduce((sum, one, index) => sum + (index + 1) * (one - (least[index] ?? 0)) ** 2, 0),
      slope: at.map((one, index) => 2 * (index + 1) * (one - (least[index] ?? 0))),
    }),
    { start: new Float64Array(3), maxSteps: 100 },
  )
  for (const [index, one] of least.entries()) expect(found[index]).toBeCloseTo(one, 4)
})

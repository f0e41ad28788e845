import { expect, it } from 'vitest'
import { pairOutcome } from './pair-outcome.ts'

const runs = (runsCompleted: number, runsFailed: number) => ({ runsCompleted, runsFailed })

it('two skills that fail together and do well apart are said to be worse, with n and intervals', () => {
  const found = pairOutcome(runs(3, 17), [runs(43, 19), runs(33, 18)])
  expect(found.verdict).toBe('worse')
  expect(found.together).toMatchObject({ count: 3, n: 20 })
  expect(found.alone).toMatchObject([
    { count: 40, n: 42 },
    { count: 30, n: 31 },
  ])
})

it('nothing is said of few turns, of either alone as well as of both', () => {
  expect(pairOutcome(runs(0, 9), [runs(90, 9), runs(90, 9)]).verdict).toBe('too-few')
  expect(pairOutcome(runs(0, 20), [runs(5, 20), runs(90, 20)]).verdict).toBe('too-few')
})

it('one of them that fails by itself is no matter of the pair', () => {
  const found = pairOutcome(runs(3, 17), [runs(5, 40), runs(60, 18)])
  expect(found.verdict).toBe('no-difference-shown')
})

it('numbers that disagree, because a log grew in between, give no negative count', () => {
  expect(pairOutcome(runs(9, 9), [runs(0, 0), runs(1, 1)]).alone).toMatchObject([
    { n: 0 },
    { n: 0 },
  ])
})

import { expect, it } from 'vitest'
import { parseMaxCost } from './retests-command.ts'

it('a ceiling is an amount; what is none never turns the tests off or frees them', () => {
  expect([parseMaxCost('0'), parseMaxCost('2.5'), parseMaxCost('1000')]).toEqual([0, 2.5, 1000])
  for (const bad of ['', ' ', '-1', '1001', 'unlimited', 'Infinity', 'NaN', '1,5']) {
    expect(() => parseMaxCost(bad), bad).toThrow('Use an amount')
  }
})

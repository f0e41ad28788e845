import { expect, it } from 'vitest'
import { parseCeiling } from './retests-command.ts'

it('a ceiling is an amount; what is none never turns the tests off or frees them', () => {
  expect([parseCeiling('0'), parseCeiling('2.5'), parseCeiling('1000')]).toEqual([0, 2.5, 1000])
  for (const bad of ['', ' ', '-1', '1001', 'unlimited', 'Infinity', 'NaN', '1,5']) {
    expect(() => parseCeiling(bad), bad).toThrow('Use an amount')
  }
})

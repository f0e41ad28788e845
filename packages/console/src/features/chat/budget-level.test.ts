import { describe, expect, it } from 'vitest'
import { budgetLevel } from './budget-level.ts'

describe('budgetLevel', () => {
  it('A14: is grey below 80 %, amber from 80 %, red when nothing fits any more', () => {
    expect(budgetLevel(12_799, 16_000)).toBe('free')
    expect(budgetLevel(12_800, 16_000)).toBe('almost')
    expect(budgetLevel(15_999, 16_000)).toBe('almost')
    expect(budgetLevel(16_000, 16_000)).toBe('full')
    expect(budgetLevel(20_000, 16_000)).toBe('full')
  })

  it('knows a budget of nothing', () => {
    expect(budgetLevel(0, 0)).toBe('free')
    expect(budgetLevel(1, 0)).toBe('full')
  })
})

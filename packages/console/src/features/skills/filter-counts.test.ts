import type { SkillPage } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { countOf } from './filter-counts.ts'

const page = (length: number, rest: Partial<SkillPage> = {}): SkillPage => ({
  items: Array.from({ length }, () => ({})) as SkillPage['items'],
  next_cursor: null,
  ...rest,
})

it('counts by the total, and without one by the page, saying when there are more', () => {
  const counts = [page(1, { total: 1244 }), page(3), page(200, { next_cursor: 'next' }), page(0)]
  expect(counts.map(countOf)).toEqual(['1,244', '3', '200+', '0'])
})

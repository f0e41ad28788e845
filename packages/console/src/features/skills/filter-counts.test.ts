import type { SkillPage } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { countOf } from './filter-counts.ts'

const page = (length: number, rest: Partial<SkillPage> = {}): SkillPage => ({
  items: Array.from({ length }, () => ({})) as SkillPage['items'],
  next_cursor: null,
  ...rest,
})

it('counts a page, and says when there are more', () => {
  const counts = [page(3), page(200, { next_cursor: 'next' }), page(0)]
  expect(counts.map(countOf)).toEqual(['3', '200+', '0'])
})

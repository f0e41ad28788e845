import { expect, it } from 'vitest'
import { nextSort } from './table-columns.ts'

it('B8: a press on a heading orders by it, the largest first, and the next press turns it round', () => {
  const cost = nextSort({}, 'cost')
  expect(cost).toEqual({ sort: 'cost', order: 'desc' })
  expect(nextSort({ sort: 'cost', order: 'desc' }, 'cost')).toEqual({ sort: 'cost' })
  expect(nextSort({ sort: 'cost', order: 'desc' }, 'slug')).toEqual({})
  expect(nextSort({}, 'slug')).toEqual({ order: 'desc' })
})

import { expect, it } from 'vitest'
import { collectionChanges } from './collection-changes.ts'

const list = (text: string) =>
  text.split(' ').map((one) => ({ name: one[0] ?? '', digest: one.slice(1) }))

it('a promotion adds, changes and removes what is other in the newest list', () => {
  expect(collectionChanges(list('a1 b1 c1'), list('d1 b2 a1'))).toEqual([
    { name: 'b', change: 'changed', digest: '2' },
    { name: 'c', change: 'removed', digest: null },
    { name: 'd', change: 'added', digest: '1' },
  ])
})

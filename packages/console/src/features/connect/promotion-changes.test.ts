import { expect, it } from 'vitest'
import { promotionText } from './promotion-changes.tsx'

it('says of no skill, of one and of several what production gets', () => {
  expect([0, 1, 2].map(promotionText)).toEqual([
    'Production gets no skill,',
    'Production gets the one skill as it is now,',
    'Production gets the 2 skills as they are now,',
  ])
})

import type { SkillListItem } from '@repertoire/protocol'
import { expect, it } from 'vitest'
import { groupNearDuplicates } from './near-duplicates.ts'

const item = (id: string, near_duplicate_of?: string) =>
  ({ id, ...(near_duplicate_of && { near_duplicate_of }) }) as SkillListItem
const items = [item('a'), item('b'), item('c', 'a'), item('d', 'a')]
const rows = (...expanded: string[]) =>
  groupNearDuplicates(items, new Set(expanded)).map(({ skill, alike }) => [skill.id, alike])

it('A3: near-duplicates are counted at the first of them', () => {
  expect(rows()).toEqual([
    ['a', 2],
    ['b', 0],
  ])
})

it('A3: near-duplicates stand below the first of them once it is expanded', () => {
  expect(rows('a', 'b')).toEqual([
    ['a', 2],
    ['c', 0],
    ['d', 0],
    ['b', 0],
  ])
})

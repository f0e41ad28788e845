import { expect, it } from 'vitest'
import { memberLabel } from './member-label.ts'

const ada = { id: 'usr_1', name: 'Ada', kind: 'person' } as const
const other = { id: 'usr_2', name: ' ada', kind: 'person' } as const
const bot = { id: 'usr_3', name: 'Nightly', kind: 'service' } as const

it('is the name, and says what is no person', () => {
  expect(memberLabel(ada, [ada, bot])).toBe('Ada')
  expect(memberLabel(bot, [ada, bot])).toBe('Nightly (service account)')
})

it('tells members of one name apart by their ids', () => {
  expect(memberLabel(ada, [ada, other])).toBe('Ada, usr_1')
  expect(memberLabel(other, [ada, other])).toBe(' ada, usr_2')
})

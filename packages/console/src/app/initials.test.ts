import { expect, it } from 'vitest'
import { initialsOf } from './initials.ts'

it('makes initials of every name, also of signs that are two units long', () => {
  expect(['Owner', 'Ada King Lovelace', ' 李 ', '𝒜da', ''].map(initialsOf)).toEqual([
    'OW',
    'AL',
    '李',
    '𝒜D',
    '',
  ])
})

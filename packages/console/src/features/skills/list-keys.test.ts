import { expect, it } from 'vitest'
import { rowAction } from './list-keys.ts'

const on = { shortcuts: true, writable: true }
const press = (key: string, modified = false) => ({ key, modified })

it('B8: walks, selects, opens and deletes by one key each', () => {
  const keys = ['ArrowDown', 'ArrowUp', 'x', ' ', 'e', 'Delete', 'Enter', 'toString']
  expect(keys.map((key) => rowAction(press(key), on))).toEqual([
    ...['next', 'previous', 'select', 'peek', 'edit', 'delete'],
    ...[null, null],
  ])
})

it('leaves keys with a modifier alone, and single keys that are switched off', () => {
  expect(rowAction(press('x', true), on)).toBeNull()
  expect(rowAction(press('Delete'), { ...on, shortcuts: false })).toBeNull()
  expect(rowAction(press('ArrowDown'), { ...on, shortcuts: false })).toBe('next')
})

it('lets whoever may only read neither select nor delete', () => {
  const reader = { ...on, writable: false }
  expect(['x', 'Delete', 'e'].map((key) => rowAction(press(key), reader))).toEqual([
    ...[null, null],
    'edit',
  ])
})

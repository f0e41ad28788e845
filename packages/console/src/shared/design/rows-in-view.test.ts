import { expect, it } from 'vitest'
import { rowsInView } from './rows-in-view.ts'

it('draws what is seen and a little beyond, whatever the length of the list', () => {
  expect(rowsInView(5000, 36, { top: 0, height: 720 })).toEqual({ from: 0, to: 30 })
  expect(rowsInView(5000, 36, { top: 36_000, height: 720 })).toEqual({ from: 990, to: 1030 })
  expect(rowsInView(3, 36, { top: 0, height: 720 })).toEqual({ from: 0, to: 3 })
})

it('draws nothing that is not there when the list became shorter than where one was', () => {
  expect(rowsInView(5, 36, { top: 36_000, height: 720 })).toEqual({ from: 5, to: 5 })
  expect(rowsInView(0, 36, { top: -80, height: 720 })).toEqual({ from: 0, to: 0 })
})

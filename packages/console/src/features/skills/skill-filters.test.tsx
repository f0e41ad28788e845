import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FilterBar } from './skill-filters.tsx'

let asked: (string | undefined)[] = []

beforeEach(() => {
  asked = []
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show() {
  const bar = (q?: string) => (
    <FilterBar filters={q === undefined ? {} : { q }} onChange={({ q }) => asked.push(q)} />
  )
  const { rerender } = render(bar())
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search skills' })
  return {
    field,
    type(text: string) {
      fireEvent.change(field, { target: { value: text } })
      act(() => vi.runAllTimers())
    },
    arrive: (q?: string) => rerender(bar(q)),
  }
}

it('leaves what is being typed alone when the address is late', () => {
  const { field, type, arrive } = show()
  type('sl')
  type('slow')
  fireEvent.change(field, { target: { value: 'slow db' } })
  arrive('sl')
  expect(field.value).toBe('slow db')
  arrive('slow')
  expect(field.value).toBe('slow db')
  act(() => vi.runAllTimers())
  expect(asked).toEqual(['sl', 'slow', 'slow db'])
})

it('follows an address that changed by itself', () => {
  const { field, type, arrive } = show()
  type('slow')
  arrive('slow')
  arrive('fast')
  expect(field.value).toBe('fast')
  arrive()
  act(() => vi.runAllTimers())
  expect(field.value).toBe('')
  expect(asked).toEqual(['slow'])
})

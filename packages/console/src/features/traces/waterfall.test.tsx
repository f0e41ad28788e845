import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sampleSpan } from './sample-span.ts'
import { Waterfall } from './waterfall.tsx'

const root = sampleSpan({ id: 'run_1' })
const steps = Array.from({ length: 500 }, (_, n) =>
  sampleSpan({ id: `call_${n}`, parent_id: 'run_1', kind: 'tool', name: `tool_${n}` }),
)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const grid = () => screen.getByRole('treegrid', { name: 'Steps of the trace' })
const current = () => grid().getAttribute('aria-activedescendant')
const show = (spans: Parameters<typeof Waterfall>[0]['spans'], opened?: string) => {
  const onOpen = vi.fn()
  render(<Waterfall spans={spans} opened={opened} onOpen={onOpen} />)
  return onOpen
}

describe('the waterfall', () => {
  it('E9: draws only what is in sight of 500 steps, and says how many there are', () => {
    show([root, ...steps])
    expect(grid().getAttribute('aria-rowcount')).toBe('502')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  it('E9: names no row that is not drawn as the current one', () => {
    show([root, ...steps], 'call_499')
    expect(document.getElementById('span-call_499')).toBeNull()
    expect(current()).toBeNull()
    fireEvent.keyDown(grid(), { key: 'Home' })
    expect(current()).toBe('span-run_1')
  })

  it('E9: is walked, closed and opened with the keyboard', () => {
    show([root, ...steps.slice(0, 3)])
    expect(current()).toBe('span-run_1')
    fireEvent.keyDown(grid(), { key: 'ArrowDown' })
    expect(current()).toBe('span-call_0')
    expect(screen.getByRole('row', { selected: true }).getAttribute('aria-level')).toBe('2')
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' })
    fireEvent.keyDown(grid(), { key: 'ArrowLeft' })
    expect(screen.getByRole('row', { expanded: false }).id).toBe('span-run_1')
    expect(screen.queryByText('tool_0')).toBeNull()
    fireEvent.keyDown(grid(), { key: 'ArrowRight' })
    expect(screen.getByText('tool_0')).not.toBeNull()
  })

  it('E9: Enter opens the panel, which follows the keys, and Escape closes it', () => {
    const spans = [root, ...steps.slice(0, 3)]
    const closedPanel = show(spans)
    fireEvent.keyDown(grid(), { key: 'ArrowDown' })
    expect(closedPanel).not.toHaveBeenCalled()
    fireEvent.keyDown(grid(), { key: 'Enter' })
    expect(closedPanel).toHaveBeenLastCalledWith('call_0')
    cleanup()
    const openPanel = show(spans, 'call_0')
    fireEvent.keyDown(grid(), { key: 'ArrowDown' })
    expect(openPanel).toHaveBeenLastCalledWith('call_1')
    fireEvent.keyDown(grid(), { key: 'Escape' })
    expect(openPanel).toHaveBeenLastCalledWith(undefined)
  })

  it('E9: advances while a turn goes on', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:04.000Z') })
    show([sampleSpan({ id: 'run_1', ended_at: null, status: 'running' })])
    const took = () => screen.getByRole('row', { selected: true }).lastElementChild?.textContent
    expect(took()).toBe('4.00 s')
    act(() => void vi.advanceTimersByTime(2_000))
    expect(took()).toBe('6.00 s')
  })

  it('a sub-agent’s steps stand in its call, and waiting for a person is hatched', () => {
    const agent = sampleSpan({ id: 'agent', parent_id: 'run_1', kind: 'agent', name: 'research' })
    const inner = sampleSpan({ id: 'inner', parent_id: 'agent', kind: 'tool', name: 'search' })
    const wait = sampleSpan({ id: 'wait', parent_id: 'inner', kind: 'wait' })
    show([root, agent, inner, wait])
    const levelOf = (id: string) =>
      document.getElementById(`span-${id}`)?.getAttribute('aria-level')
    expect(['agent', 'inner', 'wait'].map(levelOf)).toEqual(['2', '3', '4'])
    const isHatched = (id: string) => document.querySelector(`#span-${id} [data-hatched]`) !== null
    expect(['run_1', 'agent', 'inner', 'wait'].filter(isHatched)).toEqual(['wait'])
  })

  it('E9: a failed step says so in words; a hostile name is only text', () => {
    const name = '<img src=x onerror=alert(1)>'
    const failed = { id: 'c', parent_id: 'run_1', kind: 'tool', status: 'failed', name } as const
    show([root, sampleSpan({ ...failed, error: 'tool.broken' })])
    expect(screen.getByText('Failed: tool.broken')).not.toBeNull()
    expect(screen.getByText(name)).not.toBeNull()
    expect(document.querySelector('img')).toBeNull()
  })
})

import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { sampleSpan } from './sample-span.ts'
import { Waterfall } from './waterfall.tsx'

const root = sampleSpan({ id: 'run_1' })
const steps = Array.from({ length: 500 }, (_, n) =>
  sampleSpan({ id: `call_${n}`, parent_id: 'run_1', kind: 'tool', name: `tool_${n}` }),
)

afterEach(cleanup)

const grid = () => screen.getByRole('treegrid', { name: 'Steps of the trace' })
const current = () => grid().getAttribute('aria-activedescendant')

describe('the waterfall', () => {
  it('E9: draws only what is in sight of 500 steps, and says how many there are', () => {
    render(<Waterfall spans={[root, ...steps]} />)
    expect(grid().getAttribute('aria-rowcount')).toBe('502')
    expect(screen.getAllByRole('row').length).toBeLessThan(60)
  })

  it('E9: is walked, closed and opened with the keyboard', () => {
    render(<Waterfall spans={[root, ...steps.slice(0, 3)]} />)
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

  it('E9: a failed step says so in words; a hostile name is only text', () => {
    const name = '<img src=x onerror=alert(1)>'
    const failed = { id: 'c', parent_id: 'run_1', kind: 'tool', status: 'failed', name } as const
    render(<Waterfall spans={[root, sampleSpan({ ...failed, error: 'tool.broken' })]} />)
    expect(screen.getByText('Failed: tool.broken')).not.toBeNull()
    expect(screen.getByText(name)).not.toBeNull()
    expect(document.querySelector('img')).toBeNull()
  })
})

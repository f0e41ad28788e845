import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ForkView, ToolItem, TurnItem } from './conversation-view.ts'
import { ForkGroup } from './fork-group.tsx'

afterEach(cleanup)

const text = (words: string): TurnItem => ({
  kind: 'text',
  step: 1,
  text: words,
  streaming: false,
  demo: false,
  modelLabel: 'Model',
})
const fork = (items: readonly TurnItem[] = []): ForkView => ({
  skill: { id: 'skl_1', slug: 'audit', name: 'Audit', digest: 'd' },
  task: 'Look at the folder',
  restrictions: [],
  todo: [],
  steps: 2,
  tokens: 1204,
  items,
})
const call = { id: 'call_1', name: 'use_skill', input: { name: 'audit' } }
const tool = (outcome: ToolItem['outcome'], of: ForkView): ToolItem => ({
  kind: 'tool',
  call,
  outcome,
  approval: null,
  fork: of,
})
const done = (result: string) => ({ status: 'ok', output: { result } }) as const
const show = (item: ToolItem) => (
  <ForkGroup
    tool={item}
    fork={item.fork ?? fork()}
    renderItem={(inner) => <p key="x">{inner.kind === 'text' ? inner.text : inner.call.name}</p>}
  />
)
const header = () => screen.getByRole('button', { name: /audit/ })

describe('a sub-agent on the page', () => {
  it('D6: is open while it works, and says what it took', () => {
    render(show(tool(null, fork([text('Looking.')]))))
    expect(header().getAttribute('aria-expanded')).toBe('true')
    expect(header().textContent).toContain('A sub-agent carries out audit')
    expect(header().textContent).toContain('2 steps · 1,204 tokens')
    expect(screen.getByText('Looking.')).toBeDefined()
  })

  it('D6: is closed when the conversation is read later, and opens', () => {
    const { container } = render(show(tool(done('All fresh.'), fork([text('All fresh.')]))))
    expect(header().getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(header())
    expect(header().getAttribute('aria-expanded')).toBe('true')
    expect(container.textContent?.match(/All fresh\./g)).toHaveLength(1)
  })

  it('A7: opens by itself when something in it waits for an answer', () => {
    const data = { type: 'skill_enablement' } as never
    const pending = {
      data,
      status: 'pending',
      answeredBy: null,
      answeredAt: null,
      note: '',
    } as const
    const inner: ToolItem = { kind: 'tool', call, outcome: null, approval: null, fork: null }
    const { rerender } = render(show(tool(null, fork([inner]))))
    fireEvent.click(header())
    expect(header().getAttribute('aria-expanded')).toBe('false')
    rerender(show(tool(null, fork([{ ...inner, approval: pending }]))))
    expect(header().getAttribute('aria-expanded')).toBe('true')
  })

  it('D6: says so when it came to no result', () => {
    const problem = { code: 'fork.failed', message: 'It ran out of steps.' }
    render(show(tool({ status: 'refused', problem }, fork())))
    expect(header().textContent).toContain('came to no result')
    fireEvent.click(header())
    expect(screen.getByText('It ran out of steps.')).toBeDefined()
  })
})

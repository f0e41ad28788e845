import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { runsCode } from './code-call.ts'
import { CodeRow } from './code-row.tsx'
import type { ToolItem } from './conversation-view.ts'

afterEach(cleanup)

const working: ToolItem = {
  kind: 'tool',
  call: { id: 'call_1', name: 'run_sandbox_code', input: { code: 'return <b>1</b>' } },
  outcome: null,
  approval: null,
  fork: null,
}
const ended = (output: object, call: object = {}): ToolItem =>
  ({
    ...working,
    call: { ...working.call, ...call },
    outcome: { status: 'ok', output },
  }) as ToolItem

const done = ended({
  ...{ status: 'ok', result: { words: [1, 2] }, logs: '\u001b[31m<img src=x>\u001b[0m\u202e!\n' },
  ...{ skills_read: ['reports', 'deploy'], duration_ms: 14 },
})

const textOf = (name: string) =>
  within(screen.getByRole('region', { name })).getByText(/./, { selector: 'pre' })

describe('CodeRow', () => {
  it('B4: shows the code, what it logged and returned, as text and never as markup', () => {
    const { container } = render(<CodeRow tool={done} />)
    expect(textOf('Code').textContent).toBe('return <b>1</b>')
    expect(textOf('Logged').textContent).toBe('<img src=x>\ufffd!')
    expect(textOf('Result').textContent).toBe('{\n  "words": [\n    1,\n    2\n  ]\n}')
    expect(container.querySelector('img, b')).toBeNull()
  })

  it('B4: says in the line which skills it read, how it ended and what it took', () => {
    const { container, rerender } = render(<CodeRow tool={working} />)
    expect(screen.getByRole('status').textContent).toBe('Running code.')
    rerender(<CodeRow tool={done} />)
    const line = container.querySelector('summary')?.textContent
    expect(line).toContain('Ran code — read reports, deploy')
    expect(line).toContain('14 ms')
    expect(line).toContain('Done')
    expect(screen.getByRole('status').textContent).toBe('code: done.')
  })

  it('B4: says why it failed', () => {
    const error = { name: 'TypeError', message: 'not a function (line 3)' }
    render(<CodeRow tool={ended({ status: 'timed-out', result: null, skills_read: [], error })} />)
    expect(textOf('Error').textContent).toBe('TypeError: not a function (line 3)')
    screen.getByText('Took too long')
  })

  it('B4: one at work shows its code; one that was refused says why', () => {
    render(<CodeRow tool={working} />)
    screen.getByText('Running code')
    expect(textOf('Code').textContent).toBe('return <b>1</b>')
    cleanup()
    const problem = { code: 'tool.not-allowed', message: 'The skill allows Read.', hint: 'Go on.' }
    const outcome = { status: 'refused', problem } as ToolItem['outcome']
    const { container } = render(<CodeRow tool={{ ...working, outcome }} />)
    expect(container.querySelector('summary')?.textContent).toContain('The skill allows Read.')
  })

  it('B5: a tool the agent wrote is shown the same way, with its input', () => {
    const output = { status: 'ok', result: null, logs: '', skills_read: [] }
    const tool = ended(output, { name: 'count_words', input: { text: 'a b' } })
    expect(runsCode(tool)).toBe(true)
    render(<CodeRow tool={tool} />)
    screen.getByText(/"text": "a b"/)
    screen.getByText('It returned nothing.')
    expect(runsCode(ended({ status: 'ok' }, { name: 'other', input: {} }))).toBe(false)
  })
})

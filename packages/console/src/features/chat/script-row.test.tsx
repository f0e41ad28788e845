import type { ExecutionBody, ExecutionEvent } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { execution } from '../executions/sample-execution.ts'
import type { ToolItem } from './conversation-view.ts'
import { ScriptRow } from './script-row.tsx'

const running: ToolItem = {
  kind: 'tool',
  call: {
    id: 'call_1',
    name: 'run_skill_script',
    input: { skill_name: 'math', script_name: 'scripts/sum.py' },
  },
  executionId: 'exe_1',
  outcome: null,
  approval: null,
  fork: null,
}
const done: ToolItem = {
  ...running,
  outcome: {
    status: 'ok',
    output: { execution_id: 'exe_1', status: 'failed', exit_code: 3, duration_ms: 1240 },
  },
}

/** Whether it is written down by now. */
let there = true
let asked: string[] = []
let stream: TransformStream<Uint8Array, Uint8Array>

/** What the server says next on the execution's stream. */
async function says(event: ExecutionEvent): Promise<void> {
  const writer = stream.writable.getWriter()
  const frame = `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`
  await writer.write(new TextEncoder().encode(frame))
  writer.releaseLock()
}

beforeEach(() => {
  stream = new TransformStream(undefined, { highWaterMark: 10 }, { highWaterMark: 10 })
  there = true
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname}`)
    if (pathname.endsWith('/events')) return new Response(stream.readable)
    if (pathname.endsWith('/cancel')) return Response.json(execution)
    if (there) return Response.json(execution)
    const problem = { code: 'execution.not-found', message: 'There is none.', status: 404 }
    return Response.json(problem, { status: 404 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function row(tool: ToolItem) {
  return (
    <QueryClientProvider client={queryClient}>
      <ScriptRow tool={tool} />
    </QueryClientProvider>
  )
}

const output = (text: string, which: 'stdout' | 'stderr' = 'stdout'): ExecutionEvent => ({
  event: 'output',
  data: { stream: which, text },
})
const ended = (change: Partial<ExecutionBody> = {}): ExecutionEvent => ({
  event: 'end',
  data: { ...execution, ...change },
})

describe('ScriptRow', () => {
  it('C5: shows what is printed while it runs, as text and never as markup', async () => {
    const { container } = render(row(running))
    const region = await screen.findByRole('region', { name: 'Output of scripts/sum.py' })
    await says(output('\u001b[31m<img src=x onerror=alert(1)>\u001b[0m\n'))
    await within(region).findByText('<img src=x onerror=alert(1)>')
    expect(container.querySelector('img')).toBeNull()
    await says(output('too small', 'stderr'))
    await within(region).findByText('stderr')
    expect(asked).toContain('GET /api/v1/executions/exe_1/events')
    expect(new Set(asked)).toEqual(
      new Set(['GET /api/v1/executions/exe_1', 'GET /api/v1/executions/exe_1/events']),
    )
  })

  it('C5: says how it ended, what it took and what it wrote', async () => {
    render(row(running))
    await screen.findByRole('region', { name: 'Output of scripts/sum.py' })
    await says(output('42\n'))
    await says(ended())
    expect(await screen.findAllByText('Done, exit code 0')).toHaveLength(2)
    screen.getByText(/^Ran 1\.24 s, waited 20 ms, 800 ms of processor time/)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /Download out\/sum\.txt/ })
    expect(link.getAttribute('href')).toBe('/api/v1/executions/exe_1/outputs?path=out%2Fsum.txt')
    screen.getByText(/it is a link/)
  })

  it('C5: says that it waits for a place until it begins', async () => {
    render(row(running))
    await says({ event: 'state', data: { status: 'queued' } })
    await screen.findByText('Waiting for a place')
    screen.getByText('It begins when there is a place for it.')
    expect(screen.queryByText('Running')).toBeNull()
    await says({ event: 'state', data: { status: 'running' } })
    await screen.findByText('Nothing printed yet.')
    expect(screen.queryByText('Waiting for a place')).toBeNull()
  })

  it('C10: says that what it needs is installed first', async () => {
    render(row(running))
    await says({ event: 'state', data: { status: 'installing' } })
    await screen.findByText('Installing packages')
    screen.getByText('What it needs is installed first. That does not count as its time.')
    await says({ event: 'state', data: { status: 'running' } })
    await screen.findByText('Nothing printed yet.')
  })

  it('C5: waits for the execution it was told of to be written down, and looks for no other', async () => {
    there = false
    render(row(running))
    await screen.findByText('Preparing the sandbox…')
    await waitFor(() => expect(asked.length).toBeGreaterThan(1))
    expect(new Set(asked)).toEqual(new Set(['GET /api/v1/executions/exe_1']))
    there = true
    await screen.findByRole('region', { name: 'Output of scripts/sum.py' })
  })

  it('C5: ends it when asked to', async () => {
    render(row(running))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel scripts/sum.py' }))
    await waitFor(() => expect(asked).toContain('POST /api/v1/executions/exe_1/cancel'))
    await says(ended({ status: 'cancelled', exit_code: null }))
    const cancel = { name: 'Cancel scripts/sum.py' }
    await waitFor(() => expect(screen.queryByRole('button', cancel)).toBeNull())
    expect(screen.getAllByText('Cancelled')).toHaveLength(2)
  })

  it('tells a screen reader the beginning and the end, and nothing in between', async () => {
    const { rerender } = render(row(running))
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('Running scripts/sum.py.')
    await says(output('loud\n'))
    await screen.findByText('loud')
    expect(status.textContent).toBe('Running scripts/sum.py.')
    expect(screen.getByRole('region', { name: /^Output/ }).getAttribute('aria-live')).toBe('off')
    rerender(row(done))
    expect(status.textContent).toBe('scripts/sum.py: failed, exit code 3.')
  })

  it('asks for nothing of one that had ended before, until somebody opens it', async () => {
    render(row(done))
    screen.getByText('Failed, exit code 3')
    screen.getByText('1.24 s')
    expect(screen.getByRole('status').textContent).toBe('')
    expect(asked).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: /Ran scripts\/sum\.py of the skill math/ }))
    await waitFor(() => expect(asked).toEqual(['GET /api/v1/executions/exe_1/events']))
  })

  it('C4: a refusal is said in the line itself', () => {
    const message = 'The skill "math" is not activated in this conversation.'
    const problem = { code: 'script.skill-not-activated', message, hint: 'Activate it first.' }
    const { container } = render(
      row({ ...running, outcome: { status: 'refused', problem } as ToolItem['outcome'] }),
    )
    const line = container.querySelector('summary')?.textContent
    expect(line).toContain(message)
    expect(line).toContain('Refused')
    screen.getByText('Activate it first.')
    expect(asked).toEqual([])
  })
})

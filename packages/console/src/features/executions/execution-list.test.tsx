import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { queryClient } from '../../shared/api/queries.ts'
import { ExecutionList } from './execution-list.tsx'
import { execution } from './sample-execution.ts'

const byHand = {
  ...execution,
  ...{ id: 'exe_2', conversation_id: null, entry: 'scripts/wait.sh', args: ['a b'] },
}
const queued = {
  ...byHand,
  ...{ id: 'exe_3', status: 'queued', exit_code: null, usage: null, finished_at: null },
}

let pages: Record<string, { items: readonly object[]; next_cursor: string | null }> = {}
let asked: string[] = []

beforeEach(() => {
  pages = { '': { items: [execution, byHand], next_cursor: null } }
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    asked.push(`${pathname}?${searchParams.get('skill_id') ?? ''}`)
    if (!pathname.endsWith('/events')) return Response.json(pages[searchParams.get('cursor') ?? ''])
    const frames = [
      `event: output\ndata: ${JSON.stringify({ stream: 'stdout', text: 'printed\n' })}\n\n`,
      `event: end\ndata: ${JSON.stringify({ ...byHand, stdout: 'printed\n' })}\n\n`,
    ]
    return new Response(frames.join(''))
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(skillId?: string) {
  render(
    <QueryClientProvider client={queryClient}>
      <ExecutionList {...(skillId && { skillId })} whenEmpty="Run one." />
    </QueryClientProvider>,
    { wrapper: InRouter },
  )
}

describe('ExecutionList', () => {
  it('C5: says of each how it ended, when it was and how long it took, and asks for no output', async () => {
    show()
    const list = await screen.findByRole('list', { name: 'What was run' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/^math scripts\/sum\.py.*, 1\.24 sDone, exit code 0/)
    expect(second?.textContent).toContain('scripts/wait.sh a b')
    expect(asked).toEqual(['/api/v1/executions?'])
  })

  it('C5: opens to what was printed, the files, and where it came from', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: /wait\.sh/ }))
    await screen.findByText('printed')
    screen.getByRole('link', { name: /Download out\/sum\.txt/ })
    screen.getByText('Run by you, by hand.')
    expect(asked).toContain('/api/v1/executions/exe_2/events?')
    fireEvent.click(screen.getByRole('button', { name: /sum\.py/ }))
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'this conversation' })
    expect(link.getAttribute('href')).toBe('/chat/cnv_1')
  })

  it('C5: of one skill asks for that skill’s, and does not name it again', async () => {
    show('skl_1')
    const list = await screen.findByRole('list', { name: 'What was run' })
    expect(asked).toEqual(['/api/v1/executions?skl_1'])
    expect(list.textContent).not.toContain('math')
  })

  it('C5: looks again while something waits, and says that it does', async () => {
    pages = { '': { items: [queued], next_cursor: null } }
    show()
    await screen.findByText('Waiting for a place')
    pages = { '': { items: [byHand], next_cursor: null } }
    await screen.findByText('Done, exit code 0')
  })

  it('shows older ones when asked to', async () => {
    pages = {
      '': { items: [execution], next_cursor: 'older' },
      older: { items: [byHand], next_cursor: null },
    }
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Show older' }))
    await screen.findByRole('button', { name: /wait\.sh/ })
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  it('says what to do where nothing was run, and what went wrong where it cannot be read', async () => {
    pages = { '': { items: [], next_cursor: null } }
    show()
    await screen.findByText('Nothing was run yet')
    screen.getByText('Run one.')
    cleanup()
    queryClient.clear()
    const problem = { code: 'x', message: 'Not today.', status: 400 }
    vi.stubGlobal('fetch', async () => Response.json(problem, { status: 400 }))
    show()
    await waitFor(() => screen.getByText('What was run could not be read'))
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../../shared/api/queries.ts'
import { execution } from '../../executions/sample-execution.ts'
import { isScriptFile, RunScript } from './run-script.tsx'

let sent: unknown[] = []
let refusal: Response | null = null

beforeEach(() => {
  sent = []
  refusal = null
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/events')) {
      return new Response(`event: end\ndata: ${JSON.stringify(execution)}\n\n`)
    }
    sent.push(await request.json())
    return refusal ?? Response.json({ ...execution, status: 'queued', finished_at: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={queryClient}>
      <RunScript skillId="skl_1" path="scripts/sum.py" />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Run… scripts/sum.py' }))
}

describe('RunScript', () => {
  it('C4: sends what was typed as it was typed, and shows what its record keeps', async () => {
    open()
    const args = await screen.findByLabelText('Arguments')
    fireEvent.change(args, { target: { value: '40 "2 3"' } })
    fireEvent.change(screen.getByLabelText('Standard input'), { target: { value: 'one\n' } })
    fireEvent.click(screen.getByRole('button', { name: 'Run' }))
    await screen.findByText('Done, exit code 0')
    expect(sent).toEqual([
      { skill_id: 'skl_1', script: 'scripts/sum.py', args: '40 "2 3"', stdin: 'one\n' },
    ])
    expect(screen.getByRole('region', { name: 'Output of scripts/sum.py' }).textContent).toBe(
      '42\n',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Run' }))
    await waitFor(() => expect(sent).toHaveLength(2))
  })

  it('C4: says why it was not run', async () => {
    const message = 'Python (python3) is not installed where scripts run.'
    const body = { code: 'sandbox.runtime-missing', message, status: 503, trace_id: 't' }
    const headers = { 'content-type': 'application/problem+json' }
    refusal = new Response(JSON.stringify(body), { status: 503, headers })
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Run' }))
    await screen.findByText(message)
  })

  it('is offered for scripts and programs only', () => {
    const fits = (path: string, executable = false) => isScriptFile({ path, executable })
    expect(['a.py', 'b/c.mjs', 'D.SH', 'e.ts'].map((path) => fits(path))).not.toContain(false)
    expect(['SKILL.md', 'a.py.txt', 'logo.png', 'py'].map((path) => fits(path))).not.toContain(true)
    expect(fits('tool', true)).toBe(true)
  })
})

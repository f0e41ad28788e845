import type { Me } from '@repertoire/protocol'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery } from '../../shared/api/queries.ts'
import { ApprovalCard } from './approval-card.tsx'
import type { ToolCallQuestion } from './approval-question.ts'

const long = 'x'.repeat(900)
const asked: ToolCallQuestion = {
  id: 'apr_1',
  conversationId: 'cnv_1',
  reason: 'the rent is due',
  status: 'pending',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  note: '',
  type: 'tool_call',
  call: {
    tool: 'mcp__bank__transfer',
    tier: 'ALWAYS_CONFIRM',
    arguments: {
      to: '<img src=x onerror=alert(1)> **landlord**',
      amount: '5',
      memo: long,
      'pay\u202Eees': 'mallor\u200by',
    },
    arguments_digest: 'sha256:0123456789abcdef',
    identity: 'sha256:1',
    skill: 'pay-invoices',
  },
}
let sent: unknown[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return new Promise(() => {})
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(change: Partial<ToolCallQuestion['call']> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const member = { id: 'usr_1', name: 'Ada', role: 'member', created_at: '' }
  client.setQueryData(meQuery.queryKey, { member, permissions: [] } as unknown as Me)
  const question = { ...asked, call: { ...asked.call, ...change } }
  return render(
    <QueryClientProvider client={client}>
      <ApprovalCard question={question} />
    </QueryClientProvider>,
  ).container
}

describe('the card of a tool call', () => {
  it('E6: says which tool, what a yes is for, what brought it up, and until when', () => {
    show()
    expect(screen.getByRole('region', { name: 'Call mcp__bank__transfer?' })).toBeTruthy()
    expect(screen.getByText('Asks every time')).toBeTruthy()
    expect(screen.getByText(/this one call with exactly these arguments/)).toBeTruthy()
    expect(screen.getByText('pay-invoices')).toBeTruthy()
    expect(screen.getByText('the rent is due')).toBeTruthy()
    expect(screen.getByText('0123456789ab')).toBeTruthy()
  })

  it('E6: shows the exact arguments as text: no markup, nothing hidden, a number apart from a text', () => {
    const card = show()
    const list = within(screen.getByLabelText('Arguments'))
    expect(card.querySelector('img, strong')).toBeNull()
    expect(list.getByText(/<img src=x onerror=alert\(1\)> \*\*landlord\*\*/)).toBeTruthy()
    expect(list.getByText('"5"')).toBeTruthy()
    const words = screen.getByLabelText('Arguments').textContent
    expect(words).toContain('pay⟨right-to-left override⟩ees')
    expect(words).toContain('"mallor⟨zero width space⟩y"')
    expect(words).toContain(long)
    expect(card.querySelector('details')).toBeNull()
    expect(
      screen.getByText(/^Look closely: 1 right-to-left override, 1 hidden character/),
    ).toBeTruthy()
  })

  it('E6: a text of several lines is shown line by line, said to be one, and hides no return', () => {
    show({ arguments: { code: 'const a = "1"\nreturn a', sly: 'safe()\revil()\n' } })
    const list = screen.getByLabelText('Arguments')
    const texts = (selector: string) =>
      [...list.querySelectorAll(selector)].map(({ textContent }) => textContent)
    expect(texts('dt')).toEqual(['code · text of 2 lines', 'sly · text of 2 lines'])
    expect(texts('pre')).toEqual(['const a = "1"\nreturn a', 'safe()⟨carriage return⟩evil()\n'])
  })

  it('E6: blanks that push the rest of a command away are counted, and the rest stays beside them', () => {
    show({ arguments: { command: `git status${' '.repeat(5000)}; rm -rf ~` } })
    const list = screen.getByLabelText('Arguments')
    expect(list.textContent).toBe(
      'command · text of 1 line, 5,022 characters"git status⟨5,000 spaces⟩; rm -rf ~"',
    )
    expect(screen.getByText(/^Look closely: 1 long run of blanks/)).toBeTruthy()
  })

  it('E6: a long value is all there, and says how much it is', () => {
    show({ arguments: { script: `${'echo a\n'.repeat(400)}rm -rf ~` } })
    expect(screen.getByText(/· text of 401 lines, 2,808 characters/)).toBeTruthy()
    expect(screen.getByLabelText('Argument script').textContent).toContain('rm -rf ~')
  })

  it('E6: says when a yes holds for later calls, too', () => {
    show({ tier: 'CONFIRM_ONCE' })
    expect(screen.getByText(/again in this conversation, with other arguments too/)).toBeTruthy()
  })

  it('E6: a double press answers once', () => {
    show()
    const approve = screen.getByRole('button', { name: 'Approve' })
    fireEvent.click(approve, { detail: 1 })
    fireEvent.click(approve, { detail: 2 })
    fireEvent.click(screen.getByRole('button', { name: 'Deny' }), { detail: 1 })
    return waitFor(() => expect(sent).toEqual([{ approved: true, note: '' }]))
  })

  it('E6: what only happens by hand is approved after one step more, and denied without', () => {
    show({ tier: 'MANUAL_ONLY' })
    const approve = screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
    expect(approve.disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deny' }).disabled).toBe(false)
    fireEvent.click(screen.getByRole('checkbox'))
    expect(approve.disabled).toBe(false)
  })
})

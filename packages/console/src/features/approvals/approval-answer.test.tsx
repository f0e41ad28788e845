import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApprovalAnswer } from './approval-answer.tsx'
import type { SkillQuestion } from './approval-question.ts'

const question: SkillQuestion = {
  type: 'skill_enablement',
  id: 'ap_1',
  conversationId: 'cnv_1',
  skillId: null,
  slug: 'a.b',
  name: 'A',
  description: '',
  contentLength: 10,
  sourceType: 'manual',
  origin: undefined,
  digest: 'sha256:00',
  fetched: undefined,
  reason: '',
  status: 'pending',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  answeredAt: null,
  answeredBy: null,
  note: '',
}

let bodies: unknown[] = []
let inLibrary = {}
let reply: () => Response = () => Response.json({})

beforeEach(() => {
  bodies = []
  reply = () => Response.json({})
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json({ items: [], ...inLibrary })
    bodies.push(await request.json())
    return reply()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(shown: SkillQuestion = question, client = new QueryClient()) {
  render(
    <QueryClientProvider client={client}>
      <ApprovalAnswer question={shown} />
    </QueryClientProvider>,
  )
  return {
    approve: screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }),
    deny: screen.getByRole<HTMLButtonElement>('button', { name: 'Deny' }),
  }
}

describe('ApprovalAnswer', () => {
  it.each([
    ['has changed', { digest: 'sha256:01', enabled: true }],
    ['was switched off', { digest: 'sha256:00', enabled: false }],
  ])('A7: says before the answer that the skill %s since the agent asked', async (what, skill) => {
    inLibrary = skill
    show({ ...question, skillId: 'skl_1' })
    await screen.findByText(`This skill ${what} since the agent asked`, { exact: false })
  })

  it('A7: says nothing of a skill that is as the agent asked about it', async () => {
    inLibrary = { digest: 'sha256:00', enabled: true }
    const client = new QueryClient()
    show({ ...question, skillId: 'skl_1' }, client)
    await waitFor(() =>
      expect(client.getQueryData(['skills', 'one', 'skl_1'])).toMatchObject(inLibrary),
    )
    expect(screen.queryByText(/since the agent asked/)).toBeNull()
  })

  it('A7: sends one answer however often it is pressed', async () => {
    const { approve, deny } = show()
    fireEvent.click(approve, { detail: 1 })
    fireEvent.click(approve, { detail: 1 })
    fireEvent.click(deny, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: true, note: '' }]))
  })

  it('A7: the second press of a double press never approves', async () => {
    const { approve, deny } = show()
    fireEvent.click(approve, { detail: 2 })
    fireEvent.click(deny, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: false, note: '' }]))
  })

  it('A7: sends the note with a denial', async () => {
    const { deny } = show()
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'not now' } })
    fireEvent.click(deny, { detail: 1 })
    await waitFor(() => expect(bodies).toEqual([{ approved: false, note: 'not now' }]))
  })

  it('A7: cannot be answered after its deadline', () => {
    const { approve, deny } = show({ ...question, expiresAt: new Date(0).toISOString() })
    expect([approve.disabled, deny.disabled]).toEqual([true, true])
    expect(screen.getByText('The time to answer is over.')).toBeTruthy()
  })

  it('A7: can be tried again after the server was away', async () => {
    const problem = { code: 'store.unavailable', status: 503, message: 'Away' }
    reply = () => Response.json(problem, { status: 503 })
    const { approve } = show()
    fireEvent.click(approve, { detail: 1 })
    await waitFor(() => expect(bodies).toHaveLength(1))
    await waitFor(() => expect(approve.disabled).toBe(false))
    fireEvent.click(approve, { detail: 1 })
    await waitFor(() => expect(bodies).toHaveLength(2))
  })
})

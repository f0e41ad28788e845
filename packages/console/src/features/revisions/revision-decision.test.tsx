import type { PendingRevisionBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { RevisionDecision } from './revision-decision.tsx'

const digest = `sha256:${'0'.repeat(64)}`
const arrival = {
  ...{ id: 'arr_1', digest, name: 'Triage', state: 'held', proposal: null, source_id: null },
  ...{ base: null, refusal: null, approvable: true, edited_here: false },
} as unknown as PendingRevisionBody
const base = { slug: 'triage', digest, content: '', enabled: true }
let sent: Record<string, unknown>[]

beforeEach(() => {
  sent = []
  localStorage.clear()
  queryClient.setQueryData(meQuery.queryKey, {
    ...{ member: { id: 'usr_me', name: 'Me', role: 'owner' }, permissions: ['skills.write'] },
  } as never)
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return Response.json({ skill_id: 'skl_1', slug: 'triage', kept_beside: null, enabled: false })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(more: Partial<PendingRevisionBody>) {
  render(
    <QueryClientProvider client={queryClient}>
      <InRouter>
        <RevisionDecision arrival={{ ...arrival, ...more }} />
      </InRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('switch', { name: 'Enable for the organisation at once' })
}

async function approve(button: string) {
  fireEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0]
}

describe('approving one revision', () => {
  it('switches a new skill on that is clean, and was read to its end', async () => {
    expect(show({ verdict: 'clean' }).getAttribute('aria-checked')).toBe('true')
    expect(await approve('Approve')).toMatchObject({ enable: true })
  })

  it.each(['notice', 'review'] as const)(
    'leaves a new skill off: its verdict is %s',
    async (verdict) => {
      expect(show({ verdict }).getAttribute('aria-checked')).toBe('false')
      expect(await approve('Approve')).toMatchObject({ enable: false })
    },
  )

  it('switches it on when a person says so', async () => {
    fireEvent.click(show({ verdict: 'review' }))
    expect(await approve('Approve')).toMatchObject({ enable: true })
  })

  it.each([true, false])('keeps the skill of an update as it is: on is %s', async (enabled) => {
    const toggle = show({ base: { ...base, enabled } })
    expect(toggle.getAttribute('aria-checked')).toBe(String(enabled))
    expect(await approve('Apply the update')).not.toHaveProperty('enable')
  })

  it('switches the skill of an update off when a person says so', async () => {
    fireEvent.click(show({ base }))
    expect(await approve('Apply the update')).toMatchObject({ enable: false })
  })
})

it('keeps the note while others are read, until it went off with the decision', async () => {
  const note = () => screen.getByLabelText<HTMLInputElement>('Note, for the record')
  show({ verdict: 'clean' })
  fireEvent.change(note(), { target: { value: 'Read with Robin' } })
  cleanup()
  show({ verdict: 'clean', id: 'arr_2' })
  expect(note().value).toBe('')
  cleanup()
  show({ verdict: 'clean' })
  expect(note().value).toBe('Read with Robin')
  expect(await approve('Approve')).toMatchObject({ note: 'Read with Robin' })
  await waitFor(() => expect(Object.values(localStorage)).not.toContain('Read with Robin'))
})

import type { CuratorBody, Me, SweepBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { CuratorSection } from './curator-section.tsx'

const id = 'a'.repeat(32)
const at = '2026-01-02T00:00:00.000Z'
const skill = { scope: 'org', idle_days: 31, archived: true } as const
const one = { ...skill, id: 'skl_1', slug: 'one', name: 'one' }
const two = { ...skill, id: 'skl_2', slug: 'two', name: 'two' }
const curator: CuratorBody = {
  archive_after_days: 30,
  last_looked_at: at,
  next_look_at: at,
  last_sweep: { id, at, skills: [one, two], others: 3 },
}
const plan: SweepBody = { id, dry_run: true, at, skills: [one], others: 1 }

let answers: Record<string, unknown> = {}
let sent: { path: string; body: unknown }[] = []

beforeEach(() => {
  sent = []
  answers = {
    '/api/v1/curator': curator,
    [`/api/v1/curator/sweeps/${id}/undo`]: { restored: ['skl_1', 'skl_2'] },
    '/api/v1/skills/skl_1/unarchive': {},
    '/api/v1/curator/sweep': plan,
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    const text = await request.text()
    if (request.method === 'POST') sent.push({ path, body: text ? JSON.parse(text) : null })
    return Response.json(answers[path])
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(role: Me['member']['role'] = 'admin') {
  const permissions = ['skills.read', 'skills.write']
  queryClient.setQueryData(meQuery.queryKey, { member: { role }, permissions } as unknown as Me)
  const runs = role === 'admin'
  render(
    <QueryClientProvider client={queryClient}>
      <CuratorSection runs={runs} />
    </QueryClientProvider>,
    { wrapper: InRouter },
  )
}

describe('CuratorSection', () => {
  it('D9: says what it put away and why, and that there was more which others see', async () => {
    show()
    const list = await screen.findByRole('list', { name: 'Archived by the curator' })
    expect(within(list).getAllByText('31 days without use')).toHaveLength(2)
    expect(screen.getByText(/3 skills only others see/)).toBeTruthy()
  })

  it('D9: takes one back, or all of it', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Undo archiving one' }))
    fireEvent.click(screen.getByRole('button', { name: 'Undo all of it' }))
    await waitFor(() =>
      expect(sent.map(({ path }) => path)).toEqual([
        '/api/v1/skills/skl_1/unarchive',
        `/api/v1/curator/sweeps/${id}/undo`,
      ]),
    )
  })

  it('shows what it would do before it does anything', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'What would it archive now?' }))
    await screen.findByText('It would archive 2 skills')
    expect(sent).toEqual([{ path: '/api/v1/curator/sweep', body: { dry_run: true } }])
    answers['/api/v1/curator/sweep'] = { ...plan, dry_run: false }
    fireEvent.click(screen.getByRole('button', { name: 'Archive now' }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ dry_run: false }))
    await waitFor(() => expect(screen.queryByText('It would archive 2 skills')).toBeNull())
  })

  it('lets members see it and start nothing; switched off it says so', async () => {
    show('member')
    await screen.findByText(/It archives after 30 days/)
    expect(await screen.findAllByText('An owner or admin can bring it back')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /Undo/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'What would it archive now?' })).toBeNull()
    cleanup()
    queryClient.clear()
    answers['/api/v1/curator'] = { ...curator, archive_after_days: 0, last_sweep: null }
    show()
    await screen.findByText(/It is switched off/)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

import type { AdvisoriesBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { advisoriesQuery } from '../../shared/queries/source-queries.ts'
import { AdvisoryLists } from './advisory-lists.tsx'

const digest = `sha256:${'0'.repeat(64)}`
const list = {
  ...{ owner: 'organisation', url: 'https://lists.example/a.json', status: 'ok', serial: 3 },
  ...{ signer: { name: 'Security team', identity: null }, advisories: 1, problem: null },
}
const item = {
  ...{ list: 'organisation', id: 'ADV-7', severity: 'critical', reason: 'It steals keys.' },
  contents: [
    {
      ...{ digest, revoked: true, exception: null },
      skills: [{ skill_id: 'skl_1', slug: 'triage', enabled: false }],
      conversations: [{ id: 'cnv_1', last_used_on: '2026-11-28' }],
    },
  ],
}
let sent: { readonly path: string; readonly body: unknown }[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const text = await request.text()
    const { pathname: path } = new URL(request.url)
    if (request.method !== 'GET') sent.push({ path, body: text === '' ? null : JSON.parse(text) })
    return Response.json({ lists: [list], items: [], problem: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(role: 'owner' | 'member', body: Partial<Record<keyof AdvisoriesBody, unknown>>) {
  const permissions = role === 'owner' ? ['skills.write', 'settings.write'] : ['skills.read']
  const me = { member: { id: 'usr_me', name: 'Me', role }, permissions }
  queryClient.setQueryData(meQuery.queryKey, me as never)
  queryClient.setQueryData(advisoriesQuery.queryKey, { lists: [], items: [], ...body } as never)
  render(
    <QueryClientProvider client={queryClient}>
      <InRouter>
        <AdvisoryLists />
      </InRouter>
    </QueryClientProvider>,
  )
}

const button = (name: string) => screen.queryByRole('button', { name })

describe('the advisory lists on the page', () => {
  it('can be followed by an owner, and say nothing to a member where there is none', () => {
    show('member', {})
    expect(screen.queryByText('Advisory lists')).toBeNull()
    cleanup()
    show('owner', {})
    expect(button('Follow a list…')).not.toBeNull()
    expect(button('Check now')).toBeNull()
  })

  it('are read when somebody asks', async () => {
    show('owner', { lists: [list] })
    fireEvent.click(screen.getByRole('button', { name: 'Check now' }))
    await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/api/v1/advisories/check']))
  })

  it('name the skills and one’s own conversations, and an owner may allow a content', async () => {
    show('owner', { lists: [list], items: [item] })
    expect(screen.getByRole('link', { name: 'triage' }).getAttribute('href')).toContain('skl_1')
    const used = screen.getByRole('link', { name: 'your conversation of 2026-11-28' })
    expect(used.getAttribute('href')).toContain('cnv_1')
    fireEvent.click(screen.getByRole('button', { name: 'Allow it…' }))
    const reason = await screen.findByLabelText('Reason, for the record')
    fireEvent.change(reason, { target: { value: 'Patched here' } })
    fireEvent.click(screen.getByRole('button', { name: 'Allow' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { path: '/api/v1/advisories/exceptions', body: { digest, reason: 'Patched here' } },
      ]),
    )
  })

  it('leave allowing to owners', () => {
    show('member', { lists: [list], items: [item] })
    expect(screen.getByText(/It steals keys/)).toBeTruthy()
    for (const name of ['Allow it…', 'Change…', 'Stop following…', 'Check now']) {
      expect([name, button(name)]).toEqual([name, null])
    }
  })
})

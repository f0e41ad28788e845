import type { TriggerListItem } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { plainSearch, triggersSearch } from '../../shared/api/search-params.ts'
import { AllTriggersPage } from './all-triggers-page.tsx'

const at = '2026-01-02T00:00:00.000Z'
const trace_id = 'a'.repeat(32)
const firing = {
  ...{ signal_id: 'sig_1', key: 'at:1', planned_at: at, fired_at: at, outcome: 'started' as const },
  ...{ problem: null, trace_id, conversation_id: null, run_id: 'run_1' },
  run_status: 'failed' as const,
}
const schedule: TriggerListItem = {
  ...{ id: 'sig_1', name: 'Morning', user_id: 'usr_ann', agent_id: 'agt_1', message: null },
  trigger: { kind: 'cron', cron: '0 7 * * *', time_zone: 'Europe/Berlin', missed: 'skip' },
  ...{ asset: null, severity: 'info', preload_skills: [], suggested_stages: [] },
  ...{ scripts_allowed: false, conversation: 'new', most_per_hour: 60, enabled: true, note: null },
  ...{ next_at: '2126-01-02T00:00:00.000Z', last_fired_at: at, etag: '"1"', created_at: at },
  ...{ updated_at: at, last_firing: firing },
}
const note = { code: 'signal.owner-gone', message: 'It stopped: they left.' }
const hook: TriggerListItem = {
  ...{ ...schedule, id: 'sig_2', name: 'Alerts', user_id: 'usr_gone', agent_id: null },
  ...{ trigger: { kind: 'webhook' }, enabled: false, note, next_at: null, last_firing: null },
}
const mine: TriggerListItem = { ...schedule, id: 'sig_3', name: 'Mine', user_id: 'usr_me' }

let triggers: TriggerListItem[]
let asked: string[]

beforeEach(() => {
  triggers = [schedule, hook, mine]
  asked = []
  queryClient.setQueryData(meQuery.queryKey, {
    member: { id: 'usr_me', name: 'Me', role: 'owner', created_at: at },
    permissions: ['agents.write', 'members.write', 'conversations.use'],
  } as never)
  const members = [{ id: 'usr_ann', name: 'Ann', role: 'member', created_at: at }]
  vi.stubGlobal('fetch', async ({ url, method }: Request) => {
    const { pathname, search } = new URL(url)
    asked.push(`${method} ${pathname}${search}`)
    if (method === 'POST') {
      triggers = triggers.map((one) => (one.id === 'sig_1' ? { ...one, enabled: false } : one))
      return new Response(null, { status: 204 })
    }
    const answers: Record<string, unknown[]> = {
      '/api/v1/triggers': triggers,
      '/api/v1/triggers/sig_1/firings': [firing],
      '/api/v1/members': members,
      '/api/v1/agents': [{ id: 'agt_1', name: 'Watcher' }],
    }
    return Response.json({ items: answers[pathname] ?? [], next_cursor: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** At its address, as the console's own router has it. */
function show(search = '') {
  const root = createRootRoute()
  const app = createRoute({ getParentRoute: () => root, id: 'app' })
  const path = '/triggers/everybody'
  const page = createRoute({
    ...{ getParentRoute: () => app, path, validateSearch: triggersSearch },
    component: AllTriggersPage,
  })
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: [path + search] }),
    ...plainSearch,
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

async function row(name: string) {
  const list = await screen.findByRole('list', { name: 'Everybody’s triggers' })
  const item = within(list).getByText(name).closest('li')
  return within(item as HTMLElement)
}

describe('EverybodyPage', () => {
  it('E8: says whose each is, its agent, when it comes next and how its last turn went', async () => {
    show()
    const morning = await row('Morning')
    expect(await morning.findByText('Ann')).toBeTruthy()
    expect(await morning.findByText('Watcher')).toBeTruthy()
    for (const text of ['Enabled', 'Failed', /^in [\d,]+ days$/, '0 7 * * * Europe/Berlin']) {
      expect(morning.getByText(text)).toBeTruthy()
    }
    const alerts = await row('Alerts')
    for (const text of ['Disabled', 'No longer a member', 'no turn yet', note.message]) {
      expect(alerts.getByText(text)).toBeTruthy()
    }
    expect(alerts.queryByRole('button', { name: 'Stop Alerts' })).toBeNull()
  })

  it('E8: only one’s own leads to a page where it can be changed', async () => {
    show()
    await row('Morning')
    expect(screen.queryByRole('link', { name: 'Morning' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Mine' })).toBeTruthy()
  })

  it('E8: its turns are opened where it stands, each with its trace, the conversation being its person’s', async () => {
    show()
    const morning = await row('Morning')
    const turns = morning.getByRole('button', { name: 'Turns of Morning' })
    expect(turns.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(turns)
    const list = await screen.findByRole('list', { name: 'Turns of Morning' })
    const trace = within(list).getByRole('link', { name: 'Trace' })
    expect(trace.getAttribute('href')).toBe(`/traces?trace_id=${trace_id}`)
    expect(within(list).queryByRole('link', { name: 'Conversation' })).toBeNull()
    expect(turns.getAttribute('aria-expanded')).toBe('true')
  })

  it('E8: one is stopped after it was asked, and the keyboard goes on where it was', async () => {
    show()
    const morning = await row('Morning')
    const stop = morning.getByRole('button', { name: 'Stop Morning' })
    stop.focus()
    fireEvent.click(stop)
    expect(asked.some((one) => one.startsWith('POST'))).toBe(false)
    fireEvent.click(await screen.findByRole('button', { name: 'Stop it' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop Morning' })).toBeNull())
    expect(asked).toContain('POST /api/v1/triggers/sig_1/stop')
    const turns = screen.getByRole('button', { name: 'Turns of Morning' })
    await waitFor(() => expect(document.activeElement).toBe(turns))
  })

  it('E8: is narrowed by person and state, in the address', async () => {
    const router = show('?enabled=false')
    await row('Morning')
    const [first] = asked.filter((one) => one.includes('/triggers?'))
    expect(first).toBe('GET /api/v1/triggers?everybody=true&limit=50&enabled=false')
    const person = screen.getByRole('combobox', { name: 'Person' })
    await within(person).findByRole('option', { name: 'Ann' })
    fireEvent.change(person, { target: { value: 'usr_ann' } })
    const search = { owner: 'usr_ann', enabled: 'false' }
    await waitFor(() => expect(router.state.location.search).toEqual(search))
    expect(asked.at(-1)).toContain('owner=usr_ann')
  })

  it('E8: where there is none it says what to do, and where none fits how to see the others', async () => {
    triggers = []
    show()
    await screen.findByText('Nothing starts by itself in the organisation')
    expect(screen.getByRole('link', { name: 'New trigger' })).toBeTruthy()
    cleanup()
    show('?owner=usr_left')
    await screen.findByText('None fits')
    expect(screen.getByRole('link', { name: 'Show all of them' })).toBeTruthy()
    expect(await screen.findByRole('option', { name: 'Somebody else' })).toBeTruthy()
  })
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { ConnectorsSection } from './connectors-section.tsx'

const wiki = {
  name: 'wiki',
  title: 'Company wiki',
  description: 'Pages.',
  kind: 'http',
  endpoint: 'https://wiki.example/mcp',
  status: 'ready',
  problem: null,
  tools: 2,
  open_world: null,
  tools_left_out: 0,
  access: 'ask',
  source: 'organisation',
  headers: [{ name: 'Authorization', set_at: '2026-01-01T00:00:00Z' }],
  etag: '"3"',
}
const broken = {
  ...{ ...wiki, name: 'broken', title: 'broken', kind: null, endpoint: null, tools: null },
  ...{ source: 'file', headers: [], etag: null },
  ...{ status: 'misconfigured', problem: 'the environment of the server has no TOKEN' },
}

let answers: Record<string, unknown> = {}
let sent: { method: string; path: string; body: unknown; etag: string | null }[] = []

beforeEach(() => {
  sent = []
  answers = {
    '/api/v1/connectors': { items: [wiki, broken], file_problem: null },
    '/api/v1/connectors/wiki/tools': {
      items: [{ name: 'read_page', description: '<img src=x onerror=alert(1)>', input_schema: {} }],
    },
    '/api/v1/connectors/wiki/check': { ...wiki, tool_names: ['read_page', 'find'], hint: null },
    '/api/v1/settings': { connector_access: { files: 'open' }, etag: '"7"' },
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname
    const body = request.method === 'PUT' ? await request.json() : null
    sent.push({ method: request.method, path, body, etag: request.headers.get('if-match') })
    return Response.json(answers[path])
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show({ writable, changeable } = { writable: true, changeable: true }) {
  return render(
    <QueryClientProvider client={queryClient}>
      <ConnectorsSection writable={writable} changeable={changeable} />
    </QueryClientProvider>,
  ).container
}

describe('ConnectorsSection', () => {
  it('D: shows each connector, how it is and what is wrong with it', async () => {
    show()
    expect(await screen.findByText('Connected')).toBeTruthy()
    expect(screen.getByText('wiki · https://wiki.example/mcp')).toBeTruthy()
    expect(screen.getByText('Misconfigured')).toBeTruthy()
    expect(screen.getByText(broken.problem)).toBeTruthy()
  })

  it('D: words of a server that hide something are shown with what they hide', async () => {
    const says = 'Reads.\u202Eneddih\u202C \u{E0049}\u{E0047}'
    answers['/api/v1/connectors'] = {
      items: [{ ...wiki, status: 'failed', problem: `it says: ${says}` }],
      file_problem: null,
    }
    const items = [{ name: 'read_page', description: says, input_schema: {} }]
    answers['/api/v1/connectors/wiki/tools'] = { items }
    const container = show()
    fireEvent.click(await screen.findByText('2 tools'))
    await screen.findByRole('list', { name: 'Tools of Company wiki' })
    const marked =
      'Reads.⟨right-to-left override⟩neddih⟨end of direction⟩ ⟨2 tag characters that spell “IG”⟩'
    expect(container.textContent.split(marked)).toHaveLength(3)
    expect(container.textContent).not.toMatch(/[\u202A-\u202E\u{E0000}-\u{E007F}]/u)
  })

  it('D: who may use one is changed without touching what is set for others', async () => {
    show()
    const select = await screen.findByRole('combobox', { name: 'Who may use Company wiki' })
    fireEvent.change(select, { target: { value: 'off' } })
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')).toEqual({
        method: 'PUT',
        path: '/api/v1/settings',
        body: { connector_access: { files: 'open', wiki: 'off' } },
        etag: '"7"',
      }),
    )
  })

  it('D: members see it, and change nothing', async () => {
    show({ writable: false, changeable: false })
    const select = await screen.findByRole<HTMLSelectElement>('combobox')
    expect(select.disabled).toBe(true)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('D: tools are asked for when the list is opened, and their words stay words', async () => {
    const container = show()
    await screen.findByText('Connected')
    expect(sent.some(({ path }) => path.endsWith('/tools'))).toBe(false)
    const details = container.querySelector('details') as HTMLDetailsElement
    details.open = true
    fireEvent(details, new Event('toggle'))
    expect(await screen.findByText('read_page')).toBeTruthy()
    expect(container.querySelector('img')).toBeNull()
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  })

  it('a test says how many tools it found, and their names', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Test Company wiki' }))
    expect(await screen.findByText('Works: 2 tools: read_page, find')).toBeTruthy()
  })

  it('a test that fails says what is wrong and what to do', async () => {
    const failed = { ...wiki, status: 'failed', problem: 'it refused access (HTTP 401)' }
    const checked = { ...failed, tool_names: [], hint: 'Give it a valid token.' }
    answers['/api/v1/connectors/wiki/check'] = checked
    show()
    const button = await screen.findByRole('button', { name: 'Test Company wiki' })
    answers['/api/v1/connectors'] = { items: [failed], file_problem: null }
    fireEvent.click(button)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('HTTP 401')
    expect(alert.textContent).toContain('Give it a valid token.')
  })

  it('one of the file is read only, and says where it comes from', async () => {
    answers['/api/v1/connectors'] = {
      items: [{ ...wiki, source: 'file', headers: [], etag: null }],
      file_problem: null,
    }
    show()
    expect(await screen.findByText(/From connectors\.yaml on the server/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More for Company wiki' })).toBeNull()
  })

  it('an admin tests one and cannot change it', async () => {
    show({ writable: true, changeable: false })
    expect(await screen.findByRole('button', { name: 'Test Company wiki' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More for Company wiki' })).toBeNull()
  })

  it('D: without connectors it says how one comes to be', async () => {
    answers['/api/v1/connectors'] = { items: [], file_problem: null }
    show()
    expect(await screen.findByText('No connectors yet')).toBeTruthy()
    expect(screen.getByText(/connectors\.yaml, in the server/)).toBeTruthy()
  })
})

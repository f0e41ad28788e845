import type { Me } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery, queryClient } from '../../../shared/api/queries.ts'
import { RequirementsSection } from './requirements-section.tsx'

let answer: unknown
let asked: string[] = []

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).pathname)
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const python = { kind: 'python', packages: ['pandas>=2', 'six'], installed: false, list: null }

function show(role: Me['member']['role'] = 'owner') {
  const member = { id: 'usr_1', name: 'Ada', role, created_at: '' }
  const permissions = ['conversations.use']
  queryClient.setQueryData(meQuery.queryKey, { member, permissions } as Me)
  return render(
    <QueryClientProvider client={queryClient}>
      <RequirementsSection skillId="skl_1" revision={2} />
    </QueryClientProvider>,
  ).container
}

describe('RequirementsSection', () => {
  it('C10: names what the scripts need, and says whether it is there', async () => {
    answer = {
      items: [
        { ...python, installed: true, status: 'installed' },
        { kind: 'node', packages: ['zod@^4'], installed: false, status: 'not-allowed', list: null },
      ],
      problem: null,
    }
    show()
    await screen.findByText('pandas>=2, six')
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows).toEqual(['Pythonpandas>=2, sixInstalled', 'Nodezod@^4Not installed here'])
    expect(asked).toEqual(['/api/v1/skills/skl_1/requirements'])
  })

  it('C10: an admin sees the exact packages before approving them', async () => {
    answer = { items: [{ ...python, status: 'needs-approval' }], problem: null }
    show()
    const look = await screen.findByRole('button', { name: 'Show the exact packages' })
    const list = { digest: 'a'.repeat(64), packages: ['pandas==2.3.3', 'six==1.17.0'] }
    answer = { items: [{ ...python, status: 'needs-approval', list }], problem: null }
    fireEvent.click(look)
    const approve = await screen.findByRole('button', { name: 'Approve these packages' })
    expect(screen.getByRole('list', { name: 'Python packages' }).textContent).toBe(
      'pandas==2.3.3six==1.17.0',
    )
    answer = { items: [{ ...python, status: 'approved', list }], problem: null }
    fireEvent.click(approve)
    await screen.findByText('Approved, installed with the first run')
    expect(asked).toContain('/api/v1/skills/skl_1/requirements/approve')
  })

  it('C10: a member is told who approves, instead of a button that fails', async () => {
    answer = { items: [{ ...python, status: 'needs-approval' }], problem: null }
    show('member')
    await screen.findByText(/An owner or admin approves the packages/)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('C10: says why scripts would not run', async () => {
    answer = { items: [], problem: 'requirements.txt, line 2: The option -r is not supported.' }
    show()
    await screen.findByText('requirements.txt, line 2: The option -r is not supported.')
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('C10: is not there for a skill whose scripts need nothing', async () => {
    answer = { items: [], problem: null }
    const container = show()
    await waitFor(() => expect(asked).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(container.innerHTML).toBe('')
  })
})

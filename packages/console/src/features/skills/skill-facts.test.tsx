import type { SkillBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { SkillFacts } from './skill-facts.tsx'

const skill = {
  ...{ id: 'skl_1', slug: 'deploy', scope: 'org', enabled: false, archived_at: null, revision: 1 },
  ...{ content_length: 10, use_count: 0, last_used_at: null, file_count: 1, tags: [], license: '' },
  ...{ source: 'user', source_type: 'manual', source_url: null, provenance: 'authored' },
  updated_at: '2026-01-01T00:00:00Z',
} as unknown as SkillBody

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/api/v1/me') return Response.json({ permissions: [], member: {} })
    if (!pathname.endsWith('/trust')) return Response.json({ items: [], next_cursor: null })
    return Response.json({
      report: { findings: [], licence: { expression: null } },
      revocation: { reason: 'Leaks \u202Edata.', at: '2026-01-02T00:00:00Z' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('a skill whose content was revoked says so beside what the scan says, with the reason', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <SkillFacts skill={skill} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const label = await screen.findByText('Revoked')
  expect(label.nextElementSibling?.textContent).toContain('Leaks ⟨right-to-left override⟩data.')
})

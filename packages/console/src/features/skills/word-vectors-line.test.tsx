import type { HitReasonBody, SkillListItem } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { meQuery, queryClient } from '../../shared/api/queries.ts'
import { SkillList } from './skill-list.tsx'

const at = '2026-01-02T00:00:00.000Z'
const byWord: HitReasonBody = { term: 'slow', word: 'slow', field: 'body', impact: 2 }
const byMeaning: HitReasonBody = { term: '', word: '', field: 'meaning', impact: 1 }

let meaning: HitReasonBody

beforeEach(() => {
  meaning = byMeaning
  queryClient.setQueryData(meQuery.queryKey, {
    member: { id: 'usr_me', name: 'Me', role: 'member', created_at: at },
    permissions: ['skills.read'],
  } as never)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const isList = new URL(url).pathname === '/api/v1/skills'
    return Response.json({ items: isList ? [found()] : [], next_cursor: null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function found(): SkillListItem {
  return {
    ...{ id: 'skl_1', slug: 'vacuum', name: 'Vacuum', description: 'Frees space.', scope: 'org' },
    ...{ enabled: true, content_length: 9, use_count: 0, updated_at: at, tags: [] },
    ...{ provenance: 'authored', source: 'user', source_type: 'manual', archived_at: null },
    match: { score: 3, reasons: [byWord, meaning] },
  } as unknown as SkillListItem
}

function search(): void {
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <SkillList
        filters={{ q: 'why is everything slow' }}
        writable={false}
        peek={undefined}
        onPeek={() => undefined}
        onSort={() => undefined}
      />
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([list]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}

const line = () => screen.queryByText(/^Word vectors were used instead/)

it('a result that the embedding model ordered says so', async () => {
  meaning = { ...byMeaning, embedding: 'used' }
  search()
  await screen.findByText('Found by slow in text; similar meaning by the embedding model')
  expect(line()).toBeNull()
})

it('one line says that word vectors were used, and where to look', async () => {
  meaning = { ...byMeaning, embedding: 'unavailable' }
  search()
  await screen.findByText('Found by slow in text; similar meaning')
  expect(line()?.textContent).toContain('server’s log')
  expect(line()?.textContent).toContain('REPERTOIRE_EMBEDDINGS_WAIT_MS')
})

it('nothing is said of an embedding model where none is configured', async () => {
  search()
  await screen.findByText('Found by slow in text; similar meaning')
  expect(line()).toBeNull()
})

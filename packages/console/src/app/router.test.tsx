import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { meQuery, queryClient } from '../shared/api/queries.ts'
import { router } from './router.tsx'

const asked: string[] = []

beforeEach(() => {
  asked.length = 0
  queryClient.setQueryData(meQuery.queryKey, {
    member: { id: 'usr_me', name: 'Me', role: 'owner', created_at: '2026-01-02T00:00:00.000Z' },
    organisation: { id: 'org_1', name: 'Us' },
    model: { demo: true },
    permissions: ['skills.read', 'skills.write', 'members.write', 'conversations.use'],
  } as never)
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname, search } = new URL(url)
    asked.push(pathname + search)
    if (pathname === '/readyz') return Response.json({ status: 'ready', checks: {} })
    if (pathname.endsWith('/some')) return Response.json({}, { status: 404 })
    return Response.json({ items: [], next_cursor: null })
  })
})
afterEach(async () => {
  cleanup()
  await queryClient.cancelQueries()
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** The console's own pages, at an address that was typed. */
function openAt(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const opened = createRouter({ ...router.options, history })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={opened as typeof router} />
    </QueryClientProvider>,
  )
  return opened
}

/** Every page with search parameters, but the addresses that only lead to another. */
const withSearch = Object.values(router.routesById)
  .filter(({ options }) => options.validateSearch && !('beforeLoad' in options))
  .map(({ fullPath }) => String(fullPath).replace(/\$\w*/, 'some'))

describe('addresses with search parameters', () => {
  it.each(withSearch)(
    '%s opens with parameters that it does not know, without them',
    async (path) => {
      const malformed = 'nonsense=1&scope=%ZZ&enabled=maybe&revision=-1&tab=&state[]=x&__proto__=y'
      const opened = openAt(`${path}?${malformed}`)
      await waitFor(() => expect(opened.state.status).toBe('idle'))
      await waitFor(() => expect(opened.state.location.href).toBe(path))
      expect(opened.state.matches.at(-1)).toMatchObject({ fullPath: expect.anything(), search: {} })
      expect(opened.state.matches.map(({ status }) => status)).not.toContain('error')
      expect(opened.state.matches.at(-1)?.routeId).not.toBe('/app/$')
      expect(asked.filter((address) => /nonsense|maybe/.test(address))).toEqual([])
    },
  )

  it('keeps those that the page knows', async () => {
    const opened = openAt('/skills?q=slow&nonsense=1&enabled=true')
    await waitFor(() => expect(opened.state.location.href).toBe('/skills?q=slow&enabled=true'))
  })

  it('carries those of an old address over to the new one', async () => {
    const opened = openAt('/signals/everybody?enabled=true')
    await waitFor(() => expect(opened.state.location.href).toBe('/triggers/everybody?enabled=true'))
  })
})

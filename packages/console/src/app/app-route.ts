import type { Me } from '@repertoire/protocol'
import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { isSignedOut } from '../shared/api/problem.ts'
import { meQuery, queryClient } from '../shared/api/queries.ts'
import { claimDrafts } from '../shared/browser/drafts.ts'
import { AppShell } from './app-shell.tsx'
import { NotFound } from './not-found.tsx'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Who is signed in. Leads anybody else to the login page, and from there back. */
export async function requireMe(next: string): Promise<Me> {
  try {
    return await queryClient.ensureQueryData(meQuery)
  } catch (error) {
    if (!isSignedOut(error)) throw error
    throw redirect({ to: '/login', search: next === '/' ? {} : { next } })
  }
}

/** Around every page of somebody who is signed in. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppShell,
  // Not before, but beside what the page asks for: a request less to wait for.
  loader: async ({ location }) => claimDrafts((await requireMe(location.href)).member.id),
})

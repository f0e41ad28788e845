import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { isSignedOut } from '../shared/api/problem.ts'
import { meQuery, queryClient } from '../shared/api/queries.ts'
import { claimDrafts } from '../shared/browser/drafts.ts'
import { AppShell } from './app-shell.tsx'
import { NotFound } from './not-found.tsx'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** Around every page of somebody who is signed in. */
export const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: AppShell,
  beforeLoad: async ({ location }) => {
    try {
      const { member } = await queryClient.ensureQueryData(meQuery)
      claimDrafts(member.id)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
    }
  },
})

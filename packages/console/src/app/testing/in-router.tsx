import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'

/**
 * A real router around what is shown, so that its links are links. Test files share what they have loaded: a
 * router put in its place by one of them would be there, or missing, in others.
 */
export function InRouter({ children }: { readonly children: ReactNode }) {
  const [router] = useState(() =>
    createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() }),
  )
  return <RouterContextProvider router={router}>{children}</RouterContextProvider>
}

import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { meQuery, queryClient } from './shared/api/queries.ts'
import { Toasts } from './shared/design/toasts.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root element.')
// Both at once, before the first frame: who is signed in, and the code of the page.
if (location.pathname !== '/login') void queryClient.prefetchQuery(meQuery)
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  router
    .loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])
    ?.catch(() => {})
}
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)

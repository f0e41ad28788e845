import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/router.tsx'
import { queryClient } from './shared/api/queries.ts'
import { Toasts } from './shared/design/toasts.tsx'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root element.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)

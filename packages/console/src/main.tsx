import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './shell/queries.ts'
import { router } from './shell/router.tsx'
import { Toasts } from './shell/toasts.tsx'
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

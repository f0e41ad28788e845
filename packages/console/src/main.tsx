import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type CSSProperties, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toaster } from 'sonner'
import { useTheme } from './shell/preferences.ts'
import { queryClient } from './shell/queries.ts'
import { router } from './shell/router.tsx'
import './styles.css'

const toastLook = {
  '--width': '340px',
  '--normal-bg': 'var(--raised)',
  '--normal-border': 'var(--line)',
  '--normal-text': 'var(--ink)',
  '--border-radius': '10px',
} as CSSProperties

function Toasts() {
  return (
    <Toaster
      theme={useTheme()}
      position="top-center"
      closeButton
      style={toastLook}
      toastOptions={{
        actionButtonStyle: { background: 'var(--accent)', color: 'var(--on-accent)' },
      }}
      offset={10}
      mobileOffset={{ top: 100, left: 12, right: 12 }}
    />
  )
}

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

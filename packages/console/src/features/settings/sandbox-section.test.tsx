import type { SandboxHealthBody } from '@repertoire/protocol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { queryClient } from '../../shared/api/queries.ts'
import { SandboxSection } from './sandbox-section.tsx'

const health: SandboxHealthBody = {
  backend: 'bubblewrap',
  available: true,
  reason: '',
  runtimes: [
    { runtime: 'python', version: 'Python 3.11.2' },
    { runtime: 'node', version: null },
  ],
  running: 1,
  queued: 2,
  warm: 3,
}

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(answer: SandboxHealthBody) {
  vi.stubGlobal('fetch', async () => Response.json(answer))
  render(
    <QueryClientProvider client={queryClient}>
      <SandboxSection />
    </QueryClientProvider>,
    { wrapper: InRouter },
  )
}

describe('SandboxSection', () => {
  it('C5: says what scripts run in, with which versions, and how busy it is', async () => {
    show(health)
    await screen.findByText('Scripts can run')
    screen.getByText('bubblewrap')
    screen.getByText('Python 3.11.2')
    screen.getByText('not installed where scripts run')
    expect(within(screen.getByLabelText('Load')).getAllByRole('definition')).toHaveLength(3)
  })

  it('C5: is loud where scripts run without isolation', async () => {
    const reason = 'Scripts run UNISOLATED.'
    show({ ...health, backend: 'unisolated', reason })
    await screen.findByText('Nothing isolates')
    screen.getByText('Scripts can do all that the server can')
    screen.getByText(reason)
    expect(screen.queryByText('Scripts can run')).toBeNull()
  })

  it('C5: says what to install where nothing isolates', async () => {
    const reason = 'bubblewrap is not installed: apt-get install bubblewrap.'
    show({ ...health, backend: 'none', available: false, reason, runtimes: [] })
    await screen.findByText('Scripts cannot run')
    screen.getByText(reason)
    expect(screen.queryByLabelText('Load')).toBeNull()
  })
})

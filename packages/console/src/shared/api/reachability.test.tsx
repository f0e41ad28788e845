import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { OfflineStrip } from '../../app/offline-strip.tsx'
import { QueryPlaceholder } from '../design/states.tsx'
import { queryClient, settingsQuery } from './queries.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Shown() {
  const settings = useQuery({ ...settingsQuery, retry: false })
  return (
    <>
      <OfflineStrip />
      <QueryPlaceholder for={settings} what="Settings" />
      {settings.data && <p>Read</p>}
    </>
  )
}

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
const answers = async () => Response.json({})
const noNetwork = async () => {
  throw new TypeError('Failed to fetch')
}

it('says that the server does not answer instead of loading for ever, and reads by itself once it does', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', noNetwork)
  show()
  await screen.findByText(/^Offline since \d\d:\d\d\. What you see is from then\./)
  await screen.findByText('The server does not answer. This is loaded as soon as it does.')
  vi.stubGlobal('fetch', answers)
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Read')
  expect(screen.queryByText(/Offline since/)).toBeNull()
  vi.restoreAllMocks()
})

it('is not offline when one request alone gets no answer', async () => {
  vi.stubGlobal('fetch', (request: Request | string) =>
    typeof request === 'string' ? answers() : noNetwork(),
  )
  show()
  await screen.findByText('Settings could not be read')
  expect(screen.queryByText(/Offline since/)).toBeNull()
})

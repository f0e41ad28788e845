import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/queries.ts'
import { WebhookSection } from './webhook-section.tsx'

let sent: string[] = []

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname}`)
    return Response.json({ secret: 'whsec_bmV3' })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show(): void {
  render(
    <QueryClientProvider client={queryClient}>
      <WebhookSection id="sig_1" />
    </QueryClientProvider>,
  )
}

describe('the deliveries of a webhook', () => {
  it('E8: says where they go, and which header names the webhook', () => {
    show()
    expect(screen.getByText(/\/api\/v1\/trigger-deliveries$/)).toBeTruthy()
    expect(screen.getByText('sig_1')).toBeTruthy()
  })

  it('E8: asks before a secret that is in use ends, and shows the new one once', async () => {
    show()
    const renew = () =>
      fireEvent.click(screen.getByRole('button', { name: 'Give it another secret' }))
    renew()
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/is taken any more, from now on/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
    renew()
    fireEvent.click(await screen.findByRole('button', { name: 'Give it another' }))
    expect(await screen.findByText('whsec_bmV3')).toBeTruthy()
    expect(sent.filter((line) => line.startsWith('POST'))).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Give it another secret' })).toBeNull()
  })
})

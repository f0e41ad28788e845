import type { PendingRevisionSummary } from '@repertoire/protocol'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InRouter } from '../../app/testing/in-router.tsx'
import { RevisionRow } from './revision-row.tsx'

afterEach(cleanup)

const asksNothing = { hooks: [], scripts: [], tools: [], hosts: [], env: [] }
const offer = {
  ...{ id: 'prp_1', name: 'invoices', description: 'Writes invoices.', path: '', kind: 'update' },
  ...{ verdict: 'clean', licence_decision: 'allowed', new_asks: asksNothing, note: '' },
  ...{ created_at: '2026-01-01T00:00:00Z', decided_at: null, applies_at: null },
  ...{ proposal: { by: 'member', person: 'usr_1', scope: 'org' }, state: 'held', licences: [] },
} as unknown as PendingRevisionSummary

function show(more: Partial<PendingRevisionSummary>) {
  render(
    <InRouter>
      <RevisionRow arrival={{ ...offer, ...more }} chosen={false} />
    </InRouter>,
  )
  return screen.findByText(/proposed/)
}

it('says in the list why an offer was rejected', async () => {
  const note = 'Please name the tax rate.'
  const line = await show({ state: 'rejected', decided_at: '2026-01-02T00:00:00Z', note })
  expect(line.textContent).toContain(': “Please name the tax rate.”')
})

it('says nothing more where nobody wrote a reason', async () => {
  const line = await show({ state: 'rejected', decided_at: '2026-01-02T00:00:00Z' })
  expect(line.textContent).not.toContain('“')
})

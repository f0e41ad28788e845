import type { PendingRevisionSummary } from '@repertoire/protocol'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { InRouter } from '../../../app/testing/in-router.tsx'
import { ImportHistory } from './import-history.tsx'

afterEach(cleanup)

const arrival = (id: string, facts: Partial<PendingRevisionSummary>): PendingRevisionSummary =>
  ({
    ...{ id, state: 'approved', source_version: 'one', verdict: 'clean', note: '' },
    ...{ created_at: '2026-01-01T00:00:00Z', decided_at: '2026-01-02T00:00:00Z' },
    ...{ decided_by: null, decided_by_name: null },
    ...facts,
  }) as PendingRevisionSummary

it('D10: says who approved each content, and that a policy or its source did', () => {
  const arrivals = [
    arrival('a', { decided_by: 'usr_1', decided_by_name: 'Ann Example' }),
    arrival('b', { decided_by: 'usr_2', state: 'rejected' }),
    arrival('c', {}),
    arrival('d', { state: 'superseded', note: 'The source took it back.' }),
  ]
  render(<ImportHistory arrivals={arrivals} />, { wrapper: InRouter })
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(rows[0]).toMatch(/approved .* by Ann Example$/)
  expect(rows[1]).toMatch(/rejected .* by a former member$/)
  expect(rows[2]).toMatch(/approved .* by the policy of the source$/)
  expect(rows[3]).toMatch(/ended by its source .*: “The source took it back\.”$/)
})

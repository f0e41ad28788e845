import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LicenceSettings } from './licence-settings.tsx'

afterEach(cleanup)

it('changes one list of licences, and leaves the others', () => {
  const changes: object[] = []
  const form = { licence_policy: { allowed: ['MIT'], ask: [], refused: [] } }
  render(<LicenceSettings form={form as never} writable set={(change) => changes.push(change)} />)
  fireEvent.change(screen.getByLabelText('Refused'), { target: { value: 'AGPL-3.0-only\n\n' } })
  expect(changes).toEqual([
    { licence_policy: { allowed: ['MIT'], ask: [], refused: ['AGPL-3.0-only'] } },
  ])
})

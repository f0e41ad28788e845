import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { SignerSettings } from './signer-settings.tsx'

const team = { name: 'Security team', pem: 'KEY ONE', identity: null }

function show(initial: readonly (typeof team)[] = []) {
  const changes: object[] = []
  function Form() {
    const [form, setForm] = useState({ trusted_signers: [...initial], signature_required: false })
    const set = (change: object) => {
      changes.push(change)
      setForm((before) => ({ ...before, ...change }))
    }
    return <SignerSettings form={form} writable set={set} />
  }
  render(<Form />)
  return changes
}

afterEach(cleanup)

describe('the signers whom an organisation trusts', () => {
  it('are added by name and key, and saved with the other settings', async () => {
    const changes = show([team])
    fireEvent.click(screen.getByRole('button', { name: 'Trust a signer…' }))
    const dialog = within(await screen.findByRole('dialog'))
    const fill = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    fill('Name of the signer', ' Upstream ')
    fill('Public key or certificate', 'KEY TWO\n')
    fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
    expect(changes).toEqual([
      { trusted_signers: [team, { name: 'Upstream', pem: 'KEY TWO', identity: null }] },
    ])
  })

  it('are removed', () => {
    const changes = show([team])
    fireEvent.click(screen.getByRole('button', { name: 'Remove Security team' }))
    expect(changes).toEqual([{ trusted_signers: [] }])
    expect(screen.getByText('No signer is trusted yet.')).toBeTruthy()
  })

  it('can be the only ones whose skills are approved', () => {
    const changes = show()
    fireEvent.click(screen.getByRole('switch', { name: 'Only signed skills' }))
    expect(changes).toEqual([{ signature_required: true }])
  })
})

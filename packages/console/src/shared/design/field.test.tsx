import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextField } from './field.tsx'

it('says what went wrong to who does not see it, and ties it to its field', () => {
  render(<TextField label="Name" error="The server did not answer." />)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toBe('The server did not answer.')
  expect(screen.getByLabelText('Name').getAttribute('aria-describedby')).toBe(alert.id)
})

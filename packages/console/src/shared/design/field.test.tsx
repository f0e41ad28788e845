import { render, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextField } from './field.tsx'

it('says what went wrong to who does not see it, and ties it to its field', () => {
  const { container, rerender } = render(<TextField label="Name" />)
  const spoken = container.querySelector('[aria-live="polite"]')
  expect(spoken?.textContent).toBe('')
  rerender(<TextField label="Name" error="The server did not answer." />)
  expect(spoken?.textContent).toBe('The server did not answer.')
  const described = within(container).getByLabelText('Name').getAttribute('aria-describedby')
  expect(spoken?.firstElementChild?.id).toBe(described)
})

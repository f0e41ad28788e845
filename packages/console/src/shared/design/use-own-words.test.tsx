import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextField } from './field.tsx'
import { errorOfField } from './use-own-words.ts'

it('says at the field what is wrong with it, goes to the first one, and is quiet once it is changed', () => {
  render(
    <form>
      <fieldset>
        <TextField label="Name" required />
        <TextField label="Price" type="number" min={0} defaultValue="-3" />
      </fieldset>
      <button type="submit">Save</button>
    </form>,
  )
  const [name, price] = [screen.getByLabelText('Name'), screen.getByLabelText('Price')]
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(name)
  expect([name, price].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
  screen.getByText('Fill this in.')
  screen.getByText('Write 0 or more.')
  fireEvent.input(price, { target: { value: '3' } })
  expect(price.getAttribute('aria-invalid')).toBeNull()
  expect(screen.queryByText('Write 0 or more.')).toBeNull()
})

it('has words for what a browser checks', () => {
  const validationMessage = 'The browser’s own.'
  const said = (validity: Partial<ValidityState>, more = {}) =>
    errorOfField({ validity, validationMessage, ...more })
  expect(said({ badInput: true })).toBe('Write a number.')
  expect(said({ rangeUnderflow: true }, { min: '1000' })).toBe('Write 1,000 or more.')
  expect(said({ rangeOverflow: true }, { max: '2026-12-01' })).toBe('Write 2026-12-01 or less.')
  expect(said({ stepMismatch: true }, { step: '' })).toBe('Write a whole number.')
  expect(said({ patternMismatch: true })).toBe(validationMessage)
})

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { RadioList } from './radio-list.tsx'

afterEach(cleanup)

it('names a choice by its label alone, and describes it by what it means', () => {
  const options = [
    { value: 'ask', label: 'Ask the person', explains: 'Nothing is activated without a yes.' },
    { value: 'auto', label: 'At once', explains: 'Agents use what is enabled.' },
  ] as const
  render(<RadioList label="Activation" value="ask" options={options} onChange={() => {}} />)
  const radio = screen.getByRole('radio', { name: 'Ask the person' })
  const described = document.getElementById(radio.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Nothing is activated without a yes.')
})

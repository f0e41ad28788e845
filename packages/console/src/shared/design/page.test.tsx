import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Page } from './page.tsx'

afterEach(cleanup)

it('names in its heading what a title hides', () => {
  render(<Page title={'\u202elive'}>Text</Page>)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('⟨right-to-left override⟩live')
})

import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { meQuery, queryClient } from '../shared/api/queries.ts'
import { readTheme, setTheme } from '../shared/browser/preferences.ts'
import { PersonMenu } from './person-menu.tsx'
import { InRouter } from './testing/in-router.tsx'

beforeEach(() => {
  queryClient.setQueryData(meQuery.queryKey, {
    ...{ member: { id: 'usr_1', name: 'Ada Lovelace', role: 'owner' }, model: { label: 'One' } },
  } as never)
})
afterEach(() => {
  cleanup()
  setTheme('system')
  queryClient.clear()
})

it('has the theme, the account and the way out in the person’s menu', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <InRouter>
        <PersonMenu onShortcuts={() => undefined} />
      </InRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(
    screen.getByRole('button', { name: /^Ada Lovelace ?: theme, account, sign out$/ }),
  )
  await screen.findByRole('menuitem', { name: 'Account and sessions' })
  screen.getByRole('menuitem', { name: 'Sign out' })
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }))
  expect(readTheme()).toBe('dark')
  const dark = screen.getByRole('menuitemradio', { name: 'Dark' })
  expect(dark.getAttribute('aria-checked')).toBe('true')
})

import { configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { deliverToasts } from './shared/design/show-toast.ts'

// Its second is not enough on a machine that does much else. No test is about how long it takes.
configure({ asyncUtilTimeout: 60_000 })

// Tests say who is signed in. Neither age nor what a test before invalidates has it fetched again.
if (typeof window !== 'undefined') {
  const { meQuery } = await import('./shared/api/queries.ts')
  Object.assign(meQuery, { staleTime: 'static' })
}

// Files share their modules: neither a toast nor who takes it reaches the next test.
afterEach(() => deliverToasts(() => undefined)())

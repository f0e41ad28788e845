import { configure } from '@testing-library/react'

// Its second is not enough on a machine that does much else. No test is about how long it takes.
configure({ asyncUtilTimeout: 60_000 })

// Tests say who is signed in; on a busy machine that must not become so old that it is fetched again.
if (typeof window !== 'undefined') {
  const { meQuery } = await import('./shared/api/queries.ts')
  Object.assign(meQuery, { staleTime: Number.POSITIVE_INFINITY })
}

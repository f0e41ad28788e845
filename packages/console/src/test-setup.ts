import { configure } from '@testing-library/react'

// Its second is not enough on a machine that does much else. No test is about how long it takes.
configure({ asyncUtilTimeout: 60_000 })

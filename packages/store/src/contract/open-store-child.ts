import { isProblemError } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { openStore } from '../open-store.ts'
import { sha256 } from './backends.ts'
import { childInput } from './child-process.ts'

/** Opens and closes the store. Prints `opened`, or the problem's code and message. */
const input = childInput<{ dataDir: string; databaseUrl?: string }>()
try {
  const store = await openStore({
    ...input,
    clock: createFixedClock(),
    ids: createSequentialIds(),
    sha256,
  })
  await store.close()
  console.log('opened')
} catch (error) {
  if (!isProblemError(error)) throw error
  console.log(error.problem.code)
  console.log(error.problem.message)
}

import { parentPort } from 'node:worker_threads'
import { inputCheckOf } from './check-input.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/** The thread's side: one check after another, each under the clock of `inputCheckOf`. */
parentPort?.on('message', ({ id, schema, input }: CheckRequest) => {
  const answer: CheckAnswer = { id, verdict: inputCheckOf({ inputSchema: schema })(input) }
  parentPort?.postMessage(answer)
})

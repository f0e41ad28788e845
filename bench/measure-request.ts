import { benchKey, type ServerUnderTest } from './server-under-test.ts'
import { quantile } from './table.ts'

const repetitions = 30

export type Send = <Answer>(method: string, path: string, body?: object) => Promise<Answer>

/** Calls of the API as a program makes them; a refusal is thrown. */
export function createSend(server: ServerUnderTest): Send {
  return async <Answer>(method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${benchKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
}

/** The time of each of many repetitions, and the last answer. */
export async function measureRequest<Answer>(work: () => Promise<Answer>) {
  const samples: number[] = []
  // The first fills the caches.
  let answer = await work()
  for (let run = 0; run < repetitions; run += 1) {
    const began = performance.now()
    answer = await work()
    samples.push(performance.now() - began)
  }
  return { samples, answer }
}

/** Median and 95th percentile. */
export const shownTimes = (samples: readonly number[]) =>
  [0.5, 0.95].map((share) => quantile(samples, share).toFixed(1))

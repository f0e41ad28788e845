/** A thread that asks for /healthz, so that the attackers' work in its process is not taken for the server's. */
import assert from 'node:assert/strict'
import { parentPort, Worker, workerData } from 'node:worker_threads'

interface Probing {
  readonly url: string
  readonly forMs: number
}

/** The duration of each answer, in milliseconds. */
export async function probeHealth(probing: Probing): Promise<readonly number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: probing })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

async function probe({ url, forMs }: Probing): Promise<readonly number[]> {
  const over = AbortSignal.timeout(forMs)
  const samples: number[] = []
  while (!over.aborted) {
    const began = performance.now()
    const answer = await fetch(`${url}/healthz`)
    await answer.arrayBuffer()
    assert.equal(answer.status, 200)
    samples.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return samples
}

if (parentPort) parentPort.postMessage(await probe(workerData as Probing))

import { defaultLimits, type ExecutionRequest, type Sandbox } from '@repertoire/sandbox'
import { quantile, type Table } from './table.ts'

const rounds = 40
/** More than there are slots, so that they would fill them all. */
const hangingScripts = 16

/** What others wait for while somebody has more hanging scripts than there are slots. */
export async function fairnessTable(sandbox: Sandbox): Promise<Table> {
  const alone = await latencies(sandbox, 'acme/ann')
  const abort = new AbortController()
  const hanging = Array.from({ length: hangingScripts }, () =>
    sandbox.execute(hangingRequest('acme/mallory'), { signal: abort.signal }),
  )
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const colleague = await latencies(sandbox, 'acme/ann')
  const outsider = await latencies(sandbox, 'other/bob')
  abort.abort()
  await Promise.all(hanging)
  return {
    title: `Sandbox: while one person has ${hangingScripts} hanging scripts`,
    note: `Milliseconds of shell calls, p50 · p99 of ${rounds}, one after the other. Target: p99 at most twice that of a person alone.`,
    columns: ['who', 'ms', 'p99 ÷ alone'],
    rows: [
      ['alone', show(alone), '1.00'],
      ['a colleague meanwhile', show(colleague), ratio(colleague, alone)],
      ['another organisation meanwhile', show(outsider), ratio(outsider, alone)],
    ],
  }
}

async function latencies(sandbox: Sandbox, queueKey: string): Promise<readonly number[]> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await sandbox.execute(requestOf('echo done', queueKey))
    samples.push(performance.now() - began)
  }
  return samples
}

function hangingRequest(queueKey: string): ExecutionRequest {
  const limits = { ...defaultLimits, wallMs: 60_000 }
  return { ...requestOf('sleep 60', queueKey), limits }
}

function requestOf(script: string, queueKey: string): ExecutionRequest {
  return {
    ...{ runtime: 'shell', entry: 'main.sh', args: [], env: {}, layers: [], workspace: [] },
    files: [{ path: 'main.sh', bytes: Buffer.from(script), executable: false }],
    ...{ stdin: new Uint8Array(), limits: defaultLimits, queueKey },
  }
}

function show(samples: readonly number[]): string {
  return `${quantile(samples, 0.5).toFixed(1)} · ${quantile(samples, 0.99).toFixed(1)}`
}

function ratio(samples: readonly number[], alone: readonly number[]): string {
  return (quantile(samples, 0.99) / quantile(alone, 0.99)).toFixed(2)
}

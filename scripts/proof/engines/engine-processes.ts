import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, connect } from '../api.ts'
import { packageApi } from '../packages/package-api.ts'
import { freePort, startServer, startWorker } from '../server-process.ts'
import { zipOf } from './script-job.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

export type Requests = Pick<Api, 'get' | 'send'>

/** A server, and a worker where the engine has workers, with one data folder. */
export interface EngineProcesses {
  readonly requests: Requests
  readonly url: string
  readonly key: string
  readonly restartServer: () => Promise<void>
  readonly restartWorker: () => Promise<void>
  /** Sends a message and does not wait for its turn. */
  readonly post: (path: string, text: string) => Promise<void>
  readonly end: () => Promise<void>
}

interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>
  readonly hasWorker: boolean
  readonly slugs: readonly string[]
}

export async function startProcesses({
  env,
  hasWorker,
  slugs,
}: ProcessOptions): Promise<EngineProcesses> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-kills-'))
  const options = { dataDir, port: await freePort(), key, env }
  let server = await startServer(options)
  let worker = hasWorker ? await startWorker(options) : undefined
  const { url } = server
  for (const name of slugs) {
    const markdown = `---\nname: ${name}\ndescription: ${name} of four\n---\n# ${name}\n`
    await packageApi(url, key).importPackage(zipOf({ 'SKILL.md': markdown }), `${name}.zip`)
  }
  return {
    ...{ requests: connect(url, key), url, key },
    restartServer: async () => {
      await server.kill('SIGKILL')
      server = await startServer(options)
    },
    restartWorker: async () => {
      await worker?.kill('SIGKILL')
      worker = await startWorker(options)
    },
    post: (path, text) => postMessage(`${url}/api/v1${path}`, text),
    end: async () => {
      await worker?.kill('SIGTERM')
      await server.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function postMessage(address: string, text: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${key}`, prefer: 'respond-async' },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ text }),
  })
  assert.equal(answer.status, 202, await answer.text())
}

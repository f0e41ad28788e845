import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const packages = join(import.meta.dirname, '../../..')
const consoleRoot = join(packages, 'console')

export interface RealServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** The one-time login it prints. */
  readonly loginUrl: string
  readonly apiKey: string
  /** Its folder of integrations, which is not there until a test makes it. */
  readonly integrationsDir: string
  /** Ends the process at once, as a power cut would. */
  readonly kill: () => Promise<void>
  /** Starts it again on the same data and port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const apiKey = 'browser-tests-0123456789-abcdef-0123456789'

/** The product's own entry as its own process: free port, empty data folder, offline demo model. */
export async function startRealServer(
  settings: Readonly<Record<string, string>> = {},
): Promise<RealServer> {
  if (!existsSync(join(consoleRoot, 'dist/index.html'))) {
    await build({ root: consoleRoot, logLevel: 'error' })
  }
  const data = await mkdtemp(join(tmpdir(), 'repertoire-console-'))
  let running = await launch({ data, port: 0, settings })
  const { url, loginUrl } = running
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return {
    url,
    loginUrl,
    apiKey,
    integrationsDir: join(data, 'integrations'),
    kill: () => end('SIGKILL'),
    async restart() {
      running = await launch({ data, port: Number(new URL(url).port), settings })
    },
    async stop() {
      await end('SIGTERM')
      await rm(data, { recursive: true, force: true })
    },
  }
}

interface Launch {
  readonly data: string
  readonly port: number
  /** Environment variables of the server. */
  readonly settings: Readonly<Record<string, string>>
}

function launch({ data, port, settings }: Launch) {
  const { OPENAI_API_KEY: _1, OPENAI_BASE_URL: _2, ANTHROPIC_API_KEY: _3, ...env } = process.env
  const child = spawn(
    process.execPath,
    [
      '--conditions=repertoire-source',
      process.env.SERVER_MAIN ?? join(packages, 'server/src/main.ts'),
      '--port',
      String(port),
      '--data',
      data,
    ],
    {
      env: {
        ...{ ...env, REPERTOIRE_BOOTSTRAP_KEY: apiKey, HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
        ...{ REPERTOIRE_SAMPLES: 'off', REPERTOIRE_LOGIN_LINK: 'on' },
        ...settings,
      },
    },
  )
  return new Promise<{ child: ChildProcess; url: string; loginUrl: string }>((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const loginUrl = /(http:\S+\/login\?token=\S+)/.exec(output)?.[1]
      if (loginUrl) resolve({ child, url: new URL(loginUrl).origin, loginUrl })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}

/** What a client needs to reach it. */
export function connectionTo({ url, apiKey }: RealServer) {
  return { baseUrl: url, apiKey }
}

/** A call of the API as a program would make it. */
export async function callApi<Answer>(
  server: RealServer,
  path: string,
  request: { readonly method?: string; readonly body?: unknown; readonly etag?: string } = {},
): Promise<Answer> {
  const response = await fetch(`${server.url}/api/v1${path}`, {
    method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(request.etag ? { 'if-match': request.etag } : {}),
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  if (response.status === 204) return undefined as Answer
  return (await response.json()) as Answer
}

/** A file of a skill, as it is now. */
export async function textOfFile(
  { url, apiKey: key }: RealServer,
  skillId: string,
  path: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const query = new URLSearchParams({ path })
  const response = await fetch(`${url}/api/v1/skills/${skillId}/files?${query}`, { headers })
  return await response.text()
}

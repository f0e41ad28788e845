import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import {
  Client,
  type JsonSchemaType,
  type JsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { parseAllowList } from '../outbound/allow-list.ts'
import { createGuardedFetch } from '../outbound/guarded-fetch.ts'
import { tracedFetch } from '../telemetry/current-trace.ts'
import { ChildTransport } from './child-transport.ts'
import type { CommandTarget, ConnectorDefinition, HttpTarget } from './connector-definition.ts'
import { StartFailure } from './start-failure.ts'

/** Programs that fetch themselves first need some time. */
const connectSeconds = 60
/** A server that knows only older revisions may not answer what it does not know. */
const probeMilliseconds = 5_000
const longestAnswer = 8_000_000
const goodbyeMilliseconds = 1_000

export interface OpenOptions {
  /** A folder of the process's own; made when it is not there. */
  readonly home: string
  readonly version: string
  readonly signal: AbortSignal
  readonly onToolsChanged: () => void
  readonly onClosed: () => void
}

/** A connection that stands. */
export interface OpenClient {
  readonly client: Client
  /** Of the local process; null for one that is reached by HTTP. */
  readonly pid: number | null
  close(): Promise<void>
}

/** Connects to an MCP server. Throws a StartFailure; nothing is left running then. */
export async function openClient(
  definition: ConnectorDefinition,
  options: OpenOptions,
): Promise<OpenClient> {
  const { target } = definition
  if (target.kind === 'http') return connect(httpTransport(target, options), options, 'auto')
  await mkdir(options.home, { recursive: true, mode: 0o700 })
  try {
    return await connect(childTransport(target, options), options, 'auto')
  } catch (error) {
    if (!(error instanceof StartFailure && endedAtFirstQuestion(error))) throw error
    return connect(childTransport(target, options), options, 'legacy')
  }
}

interface Way {
  readonly transport: Transport
  readonly pid: () => number | null
  readonly lastWords: () => string
  /** Says goodbye, when the other side wants to hear it. */
  readonly leave: () => Promise<void>
  readonly letGo: () => Promise<void>
}

async function connect(
  way: Way,
  { version, signal, onToolsChanged, onClosed }: OpenOptions,
  mode: 'auto' | 'legacy',
): Promise<OpenClient> {
  const client = new Client(
    { name: 'repertoire', version },
    {
      // Nothing is offered: no sampling, no questions to people, no folders.
      capabilities: {},
      inputRequired: { autoFulfill: false },
      jsonSchemaValidator: trusting,
      versionNegotiation: { mode, probe: { timeoutMs: probeMilliseconds } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } },
    },
  )
  const close = async () => {
    try {
      await Promise.race([way.leave().catch(() => undefined), passed(goodbyeMilliseconds)])
      await client.close()
      await way.transport.close()
    } finally {
      await way.letGo()
    }
  }
  try {
    await client.connect(way.transport, { signal, timeout: connectSeconds * 1_000 })
  } catch (error) {
    await close().catch(() => undefined)
    throw new StartFailure(error, way.lastWords())
  }
  client.onclose = onClosed
  return { client, pid: way.pid(), close }
}

/** Answers are data whatever shape they have, and a stranger's schema of them is not worth running. */
const trusting = {
  getValidator:
    <T>(_schema: JsonSchemaType): JsonSchemaValidator<T> =>
    (input) => ({ valid: true, data: input as T, errorMessage: undefined }),
}

function childTransport(target: CommandTarget, { home }: OpenOptions): Way {
  const { command, args, env, cwd } = target
  const transport = new ChildTransport({
    command,
    args,
    env: { ...basicEnvironment(home), ...env },
    cwd: cwd ?? home,
  })
  return {
    transport,
    pid: () => transport.pid,
    lastWords: () => transport.lastWords,
    leave: nothing,
    letGo: nothing,
  }
}

/** What any program needs to run, and nothing this server was told. */
function basicEnvironment(home: string): Record<string, string> {
  const needed = process.platform === 'win32' ? ['PATH', 'SYSTEMROOT', 'PATHEXT'] : ['PATH']
  const inherited = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(inherited), HOME: home, TMPDIR: tmpdir(), LANG: 'C.UTF-8' }
}

/** The host the operator wrote may be a private one; wherever else it leads is checked like any address. */
function httpTransport({ url, headers }: HttpTarget, { version }: OpenOptions): Way {
  const { hostname, port, protocol } = new URL(url)
  const { entries } = parseAllowList(`${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`)
  const guarded = createGuardedFetch({
    userAgent: `Repertoire/${version}`,
    allow: entries,
    limits: {
      bytes: longestAnswer,
      timeMs: Number.POSITIVE_INFINITY,
      idleMs: Number.POSITIVE_INFINITY,
    },
  })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: tracedFetch(guarded.fetch as typeof globalThis.fetch),
    redirectPolicy: 'same-origin',
  })
  const leave = () => transport.terminateSession()
  return { transport, pid: () => null, lastWords: () => '', leave, letGo: guarded.close }
}

/** Some older servers end at a question they do not know. */
function endedAtFirstQuestion({ cause: error }: StartFailure): boolean {
  if (!SdkError.isInstance(error)) return false
  return (
    error.code === SdkErrorCode.EraNegotiationFailed || error.code === SdkErrorCode.ConnectionClosed
  )
}

const nothing = async () => undefined

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}

import { readFile } from 'node:fs/promises'
import { isProblemError, ProblemError } from '@repertoire/core'
import { Client, Connection } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { NativeConnection } from '@temporalio/worker'
import type { TemporalSettings, TemporalTls } from './temporal-settings.ts'

const connectMilliseconds = 5_000

/** Open connections: one for requests, one for the worker. */
export interface TemporalConnection {
  readonly client: Client
  readonly native: NativeConnection
  close(): Promise<void>
}

/**
 * Connects, and looks for the namespace. Throws ProblemError `engine.temporal-unreachable`,
 * `engine.temporal-refused`, `engine.temporal-namespace-missing` or `engine.temporal-file-unreadable`.
 */
export async function connectToTemporal(
  settings: TemporalSettings,
  dataConverter: DataConverter,
): Promise<TemporalConnection> {
  const { address, namespace, apiKey } = settings
  const tls = settings.tls && (await readTls(settings.tls))
  const common = { address, tls: tls ?? false, ...(apiKey !== undefined && { apiKey }) }
  let connection: Connection | undefined
  try {
    connection = await Connection.connect({ ...common, connectTimeout: connectMilliseconds })
    const checked = connection
    await checked.withDeadline(Date.now() + connectMilliseconds, () =>
      checked.workflowService.describeNamespace({ namespace }),
    )
    const native = await NativeConnection.connect(common)
    return {
      client: new Client({ connection, namespace, dataConverter }),
      native,
      close: async () => {
        await checked.close()
        // A worker that could not say goodbye still holds it, and lets go with the process.
        await native.close().catch(() => undefined)
      },
    }
  } catch (error) {
    await connection?.close()
    throw connectionProblem(settings, error)
  }
}

async function readTls({ serverName, caFile, certFile, keyFile }: TemporalTls) {
  const [ca, crt, key] = await Promise.all([caFile, certFile, keyFile].map(readOptional))
  return {
    ...(serverName !== undefined && { serverNameOverride: serverName }),
    ...(ca && { serverRootCACertificate: ca }),
    ...(crt && key && { clientCertPair: { crt, key } }),
  }
}

async function readOptional(file: string | undefined): Promise<Uint8Array | undefined> {
  if (file === undefined) return undefined
  try {
    return await readFile(file)
  } catch {
    throw temporalProblem(
      'file-unreadable',
      `${file} cannot be read.`,
      'It is a TEMPORAL_TLS_* file.',
    )
  }
}

const grpcNotFound = 5
const grpcPermissionDenied = 7
const grpcUnauthenticated = 16

function connectionProblem({ address, namespace }: TemporalSettings, error: unknown): ProblemError {
  if (isProblemError(error)) return error
  const code = grpcCodeOf(error)
  if (code === grpcNotFound) {
    const hint = `Create it (temporal operator namespace create -n ${namespace}), or set TEMPORAL_NAMESPACE.`
    return temporalProblem(
      'namespace-missing',
      `Temporal at ${address} has no namespace ${namespace}.`,
      hint,
    )
  }
  if (code === grpcPermissionDenied || code === grpcUnauthenticated) {
    const hint = 'Check TEMPORAL_API_KEY, TEMPORAL_TLS_* and TEMPORAL_NAMESPACE.'
    return temporalProblem('refused', `Temporal at ${address} refuses this server.`, hint)
  }
  const hint = 'Start it, or set TEMPORAL_ADDRESS, or WORKFLOW__EXECUTION_ENGINE=direct.'
  return temporalProblem('unreachable', `Temporal at ${address} cannot be reached.`, hint)
}

/** Of the error or of what caused it. */
function grpcCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'number' ? error.code : grpcCodeOf(error.cause)
}

function temporalProblem(name: string, message: string, hint: string): ProblemError {
  return new ProblemError({ code: `engine.temporal-${name}`, kind: 'unavailable', message, hint })
}

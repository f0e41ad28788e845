import type { BigIntStats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Sha256 } from '@repertoire/core/base'
import type { Logger } from 'pino'
import { type ConnectorFile, readConnectorEntries, readConnectorFile } from './connector-file.ts'

/** Limit of the file's size in bytes. */
const maxFileBytes = 1_000_000
/** Mode bit of a file that everybody may write. */
const writableByAll = 0o002n

/** The operator's file in its current state. */
export interface ConnectorConfig {
  /** Checks whether the file has changed, and reads it only then. Never throws. */
  current(): Promise<ConnectorFile>
}

export interface ConnectorConfigOptions {
  readonly path: string
  /** Entries of the operator's program, before those of the file. */
  readonly own?: object | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly sha256: Sha256
  readonly logger: Pick<Logger, 'info' | 'warn'>
}

const empty: ConnectorFile = { connectors: [], broken: [], problem: null }

/**
 * Reads the file on first use and after every change. A missing file is an empty one. An unreadable or invalid
 * file keeps the previous connectors and reports the problem, so that a typing mistake does not disconnect
 * anybody.
 */
export function createConnectorConfig(options: ConnectorConfigOptions): ConnectorConfig {
  const { path, logger } = options
  const own = readConnectorEntries(options.own ?? {}, options)
  let lastVersion = 'never'
  let file = empty
  let reloading: Promise<ConnectorFile> | null = null

  async function reload(): Promise<ConnectorFile> {
    try {
      const found = await stat(path, { bigint: true }).catch(absentAsNull)
      const version = found
        ? `${found.ino}-${found.size}-${found.mode}-${found.ctimeNs}-${found.mtimeNs}`
        : 'absent'
      if (version === lastVersion) return file
      lastVersion = version
      file = found ? await read(found) : empty
    } catch (error) {
      lastVersion = 'failed'
      file = { ...file, problem: `connectors.yaml cannot be read: ${codeOf(error)}` }
    }
    report(file, logger)
    return file
  }

  async function read({ size, mode }: BigIntStats): Promise<ConnectorFile> {
    if (size > maxFileBytes) return { ...file, problem: 'connectors.yaml is larger than 1 MB' }
    if (process.platform !== 'win32' && (mode & writableByAll) !== 0n) {
      const problem = 'connectors.yaml is not read, since everybody on this machine may write it'
      return { ...file, problem }
    }
    const next = readConnectorFile(await readFile(path, 'utf8'), options)
    return next.problem === null ? next : { ...file, problem: next.problem }
  }

  function withOwn(read: ConnectorFile): ConnectorFile {
    const names = new Set(own.connectors.map(({ name }) => name))
    const others = read.connectors.filter(({ name }) => !names.has(name))
    return { ...read, connectors: [...own.connectors, ...others] }
  }

  return {
    async current() {
      reloading ??= reload().finally(() => {
        reloading = null
      })
      return withOwn(await reloading)
    },
  }
}

function report(file: ConnectorFile, logger: ConnectorConfigOptions['logger']): void {
  if (file.problem) logger.warn({ problem: file.problem }, 'connectors.yaml was not applied')
  for (const { name, problem } of file.broken) {
    logger.warn({ connector: name, problem }, 'a connector cannot be used')
  }
  const connectors = file.connectors.map(({ name }) => name)
  if (connectors.length > 0) logger.info({ connectors }, 'connectors')
}

function absentAsNull(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null
  throw error
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'unknown'
}

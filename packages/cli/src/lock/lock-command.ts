import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type LockImportResult, RepertoireError } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { replaceFile } from '../command/replace-file.ts'
import { openServer, unknownServer } from '../connection/api.ts'
import { commandHint } from '../connection/command-hints.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { ServerCommand, type ServerRun } from '../connection/server-command.ts'
import { createProgress } from '../terminal/progress.ts'
import { sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isLock, lockParts } from './lock-parts.ts'
import { type WaitingEntry, waitingByDigest } from './waiting-entries.ts'

const examples = `
Examples:
  $ repertoire lock export                     writes repertoire.lock; - writes to stdout
  $ repertoire lock import repertoire.lock     takes in what is not here; it waits: repertoire inbox

A lock names where each skill is from, at which commit, and the digest of its content. An import enables and replaces
nothing, and takes no content of another digest.

Exit codes: 0 done, 1 something has another content, cannot be read or cannot be approved, 2 the command failed, 130 stopped by Ctrl-C.`

type Result = LockImportResult['results'][number]

/** `repertoire lock`. */
export function lockCommand(context: CommandContext): Command {
  return new Command('lock')
    .description('export and import the exact set of skills: repertoire.lock')
    .addHelpText('after', examples)
    .addCommand(exportCommand(context))
    .addCommand(importCommand(context))
}

function exportCommand(context: CommandContext): Command {
  return new ServerCommand('export', context)
    .description('write the skills that came from sources, with source, commit and digest')
    .argument('[file]', 'where to; - for stdout', 'repertoire.lock')
    .json('print one JSON object with what is left out')
    .runOnServer(async ({ client, place, send, terminal, print }, file: string) => {
      const { text, skills, left_out: leftOut } = await send(client.sources.exportLock())
      if (typeof text !== 'string' || !isLock(text)) throw unknownServer(place)
      if (file === '-') terminal.out(text.trimEnd())
      else {
        await writeLock(resolve(context.cwd, file), text)
        const written = `${skills} skills written to ${sanitizeText(file)}.`
        print({ file, skills, left_out: leftOut }, written)
      }
      for (const { slug, reason } of leftOut) {
        terminal.note(`Left out ${sanitizeText(slug)}: ${sanitizeText(reason)}.`)
      }
    })
}

function importCommand(context: CommandContext): Command {
  return new ServerCommand('import', context)
    .description('take in what a lock names and is not here; it waits for a review')
    .argument('[file]', 'the lock', 'repertoire.lock')
    .json('print one JSON object per skill and line')
    .run(async (results, file: string, options: ConnectionOptions) => {
      const text = await readLock(resolve(context.cwd, file))
      const server = openServer(options, context)
      return importParts(lockParts(text), { ...results, ...server }, context)
    })
}

async function importParts(
  parts: readonly string[],
  server: ServerRun,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = server
  const progress = createProgress(terminal, 'sources')
  let isStopped = false
  let isRefused = false
  const release = context.onInterrupt(() => {
    terminal.note('\nStopping after this source … (Ctrl-C again exits at once)')
    isStopped = true
  })
  const all: Result[] = []
  try {
    for (const [at, part] of parts.entries()) {
      if (isStopped) break
      if (parts.length > 1) progress.show(at, parts.length)
      all.push(...(await server.send(explainLock(server.client.sources.importLock(part)))).results)
    }
  } finally {
    release()
    progress.clear()
    isRefused = await printResults(all, server)
  }
  if (isStopped) return exitCodes.interrupted
  const isDone = all.every(({ status }) => status === 'present' || status === 'held')
  return isDone && !isRefused ? exitCodes.ok : exitCodes.negative
}

/** With why what is held waits. Returns whether some of it cannot be approved. */
async function printResults(results: readonly Result[], server: ServerRun): Promise<boolean> {
  const { terminal, print } = server
  const held = results.filter(({ status }) => status === 'held')
  const waiting = held.length > 0 ? await waitingByDigest(server) : new Map<string, WaitingEntry>()
  for (const result of results) {
    const entry = result.status === 'held' ? waiting.get(result.digest) : undefined
    const { id = null, reason = null, refused = false } = entry ?? {}
    print(
      { ...result, inbox_id: id, reason, refused },
      lineOf(result, { reason, refused }, terminal),
    )
  }
  if (held.length > 0) terminal.note('Review what waits: repertoire inbox')
  return held.some(({ digest }) => waiting.get(digest)?.refused)
}

const colours = { present: 'dim', held: 'green', mismatch: 'red', failed: 'red' } as const

function lineOf(
  { slug, source, status, problem }: Result,
  { reason, refused }: Pick<WaitingEntry, 'refused'> & { readonly reason: string | null },
  { paint }: Pick<Terminal, 'paint'>,
): string {
  const what = paint(refused ? 'red' : colours[status], status.padEnd(8))
  const why = problem?.message ?? reason
  const shown = `${what}  ${sanitizeText(slug)}  ${sanitizeText(source)}`
  return why === null ? shown : `${shown}  ${sanitizeText(why)}`
}

/** A file that is no lock is never overwritten. */
async function writeLock(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before !== undefined && !isLock(before)) {
    throw new CommandError(`${path} exists and is no lock.`, 'Name another file.')
  }
  await replaceFile(path, text).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} could not be written (${error.code}).`)
  })
}

async function readLock(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`${path} could not be read (${error.code}).`)
  })
}

async function explainLock<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const isRule = error instanceof RepertoireError && error.code.startsWith('lock.')
    if (!isRule) throw error
    throw new CommandError(`${error.message} [${error.code}]`, commandHint(error))
  }
}

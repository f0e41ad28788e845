import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type LockImportResult, RepertoireError } from '@repertoire/client'
import { Command } from 'commander'
import type { CommandContext } from '../command/command-context.ts'
import { CommandError, type ExitCode, exitCodes } from '../command/exit-codes.ts'
import { openServer } from '../connection/api.ts'
import type { ConnectionOptions } from '../connection/connection.ts'
import { addConnectionOptions } from '../connection/connection-options.ts'
import { createProgress } from '../terminal/progress.ts'
import { sanitizeJson, sanitizeText } from '../terminal/sanitize-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isLock, lockParts } from './lock-parts.ts'

const examples = `
Examples:
  $ repertoire lock export                     writes repertoire.lock; - writes to stdout
  $ repertoire lock import repertoire.lock     takes in what is not here; it waits: repertoire inbox

A lock names where each skill is from, at which commit, and the digest of its content. An import enables and replaces
nothing, and takes no content of another digest.

Exit codes: 0 done, 1 something has another content or cannot be read, 2 the command failed, 130 stopped by Ctrl-C.`

interface JsonOptions extends ConnectionOptions {
  json: boolean
}

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
  const command = new Command('export')
    .description('write the skills that came from sources, with source, commit and digest')
    .argument('[file]', 'where to; - for stdout', 'repertoire.lock')
    .option('--json', 'print one JSON object with what is left out', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (file: string, options: JsonOptions) => {
    const { terminal } = context
    const { client, send } = openServer(options, context)
    const { text, skills, left_out: leftOut } = await send(client.sources.exportLock())
    if (file === '-') terminal.out(text.trimEnd())
    else await writeLock(resolve(context.cwd, file), text)
    if (options.json && file !== '-')
      terminal.out(sanitizeJson({ file, skills, left_out: leftOut }))
    else if (file !== '-') terminal.out(`${skills} skills written to ${sanitizeText(file)}.`)
    for (const { slug, reason } of leftOut) {
      terminal.note(`Left out ${sanitizeText(slug)}: ${sanitizeText(reason)}.`)
    }
    context.setExitCode(exitCodes.ok)
  })
}

function importCommand(context: CommandContext): Command {
  const command = new Command('import')
    .description('take in what a lock names and is not here; it waits for a review')
    .argument('[file]', 'the lock', 'repertoire.lock')
    .option('--json', 'print one JSON object per skill and line', false)
    .exitOverride()
  return addConnectionOptions(command).action(async (file: string, options: JsonOptions) => {
    const text = await readLock(resolve(context.cwd, file))
    context.setExitCode(await importParts(lockParts(text), options, context))
  })
}

async function importParts(
  parts: readonly string[],
  options: JsonOptions,
  context: CommandContext,
): Promise<ExitCode> {
  const { terminal } = context
  const { client, send } = openServer(options, context)
  const progress = createProgress(terminal, 'sources')
  let isStopped = false
  const release = context.onInterrupt(() => {
    terminal.note('\nStopping after this source … (Ctrl-C again exits at once)')
    isStopped = true
  })
  const all: Result[] = []
  try {
    for (const [at, part] of parts.entries()) {
      if (isStopped) return exitCodes.interrupted
      if (parts.length > 1) progress.show(at, parts.length)
      const { results } = await send(explainLock(client.sources.importLock(part)))
      progress.clear()
      for (const result of results) printResult(terminal, result, options)
      all.push(...results)
    }
  } finally {
    release()
    progress.clear()
  }
  if (all.some(({ status }) => status === 'held')) {
    terminal.note('Review what waits: repertoire inbox')
  }
  const isDone = all.every(({ status }) => status === 'present' || status === 'held')
  return isDone ? exitCodes.ok : exitCodes.negative
}

const colours = { present: 'dim', held: 'green', mismatch: 'red', failed: 'red' } as const

function printResult(terminal: Terminal, result: Result, { json }: JsonOptions): void {
  const { slug, source, status, problem } = result
  const what = terminal.paint(colours[status], status.padEnd(8))
  const why = problem ? `  ${sanitizeText(problem.message)}` : ''
  const line = `${what}  ${sanitizeText(slug)}  ${sanitizeText(source)}${why}`
  terminal.out(json ? sanitizeJson(result) : line)
}

/** A file that is no lock is never overwritten. */
async function writeLock(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => undefined)
  if (before !== undefined && !isLock(before)) {
    throw new CommandError(`${path} exists and is no lock.`, 'Name another file.')
  }
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
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
    throw new CommandError(`${error.message} [${error.code}]`, error.hint)
  }
}

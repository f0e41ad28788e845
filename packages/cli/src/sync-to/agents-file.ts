import { lstat, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../command/exit-codes.ts'
import { replaceFile } from '../command/replace-file.ts'
import { blockOf, withBlock } from './agents-block.ts'
import type { SyncPlace } from './client-folders.ts'

/** AGENTS.md of a folder, of which only the block between our marks is ours. */
export interface AgentsFile {
  readonly path: string
  readonly text: string
  /** Null without one. */
  readonly block: string | null
}

/** Throws CommandError for a link, and for marks that are not one pair. */
export async function readAgentsFile({ base }: SyncPlace): Promise<AgentsFile> {
  const path = join(base, 'AGENTS.md')
  const found = await lstat(path).catch(() => undefined)
  if (!found) return { path, text: '', block: null }
  if (!found.isFile()) throw new CommandError(`${path} is a link or no file: it stays as it is.`)
  const text = await readFile(path, 'utf8')
  const block = blockOf(text)
  if (block !== undefined) return { path, text, block }
  throw new CommandError(
    `${path} has more than one block of skills, or half of one.`,
    'Remove the lines with repertoire:skills and what is between them.',
  )
}

/** Throws as `readAgentsFile`. A file with nothing else in it goes with its block. */
export async function writeAgentsBlock(place: SyncPlace, block: string | null): Promise<void> {
  const { path, text } = await readAgentsFile(place)
  const changed = withBlock(text, block)
  if (changed === text) return
  if (changed.trim() === '') await rm(path, { force: true })
  else await replaceFile(path, changed)
}

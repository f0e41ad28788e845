import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Vocabulary } from '@repertoire/core/choose'
import type { Logger } from 'pino'
import { readVocabulary } from './read-vocabulary.ts'

/**
 * Loads the vocabularies of these folders, sorted by name. A later folder overrides an earlier one, so
 * that an operator can replace a bundled vocabulary. An unreadable file or folder is reported and skipped.
 */
export async function loadVocabularies(
  folders: readonly string[],
  logger: Pick<Logger, 'warn'>,
): Promise<readonly Vocabulary[]> {
  const byName = new Map<string, Vocabulary>()
  for (const folder of folders) {
    for (const file of await filesIn(folder, logger)) {
      const vocabulary = await readFileOrProblem(join(folder, file))
      if (typeof vocabulary === 'string') {
        logger.warn({ file, folder, problem: vocabulary }, 'a vocabulary was skipped')
      } else byName.set(vocabulary.name, vocabulary)
    }
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

async function filesIn(folder: string, logger: Pick<Logger, 'warn'>): Promise<readonly string[]> {
  try {
    const names = await readdir(folder)
    return names.filter((name) => /\.ya?ml$/.test(name)).sort()
  } catch (error) {
    logger.warn({ folder, err: error }, 'a folder of vocabularies cannot be read')
    return []
  }
}

async function readFileOrProblem(path: string): Promise<Vocabulary | string> {
  try {
    return readVocabulary(await readFile(path, 'utf8'))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceItem, SourceReader } from '@repertoire/core/ports'
import { integrationLimits } from '../integrations/limits.ts'
import { isAbsent } from '../integrations/read-file.ts'
import { readSkillFolder } from '../integrations/read-skill-folder.ts'
import { holdItems } from '../reading/loaded-items.ts'
import { readItems } from '../reading/source-items.ts'
import { unsupportedKind } from '../reading/unsupported-kind.ts'

export interface SampleReaderOptions {
  /** Each folder in it is a skill. */
  readonly folder: string
  /** Of the server: the samples change with it alone. */
  readonly version: string
}

/** Reads the skills that ship with the server. A missing folder is a source without skills. */
export function createSampleReader({ folder, version }: SampleReaderOptions): SourceReader {
  return {
    open: async ({ config, knownVersion, signal }) => {
      if (config.kind !== 'samples') throw unsupportedKind(config.kind)
      if (knownVersion === version) return { status: 'unchanged' }
      const { entries, read } = await holdItems(
        await skillFolders(folder),
        (name) => readOne(folder, name),
        signal,
      )
      const close = async () => {}
      return {
        ...{ status: 'changed', version, entries, notices: [], close },
        read: readItems(read, signal),
      }
    },
  }
}

/** The skills of a folder, each in a folder of its own, or why one cannot be read. */
export async function readSkillFolders(folder: string): Promise<readonly SourceItem[]> {
  const names = await skillFolders(folder)
  return Promise.all(names.map((name) => readOne(folder, name)))
}

async function readOne(parent: string, name: string): Promise<SourceItem> {
  const at = { how: 'whole', folder: join(parent, name), path: name, name } as const
  const skill = await readSkillFolder(at, { left: integrationLimits.integrationBytes })
  if (skill.problem) return { id: name, problem: skill.problem }
  return { id: name, files: skill.files, licences: [], diagnostics: [] }
}

async function skillFolders(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    return folders.map(({ name }) => name).sort()
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError } from '@repertoire/core/base'
import type { IntegrationCatalogue, IntegrationFolder } from '@repertoire/core/ports'
import { integrationLimits } from './limits.ts'
import { badDomain, invalidPath, notFollowed, tooLarge } from './problems.ts'
import { isAbsent } from './read-file.ts'
import { readIntegration } from './read-integration.ts'
import { isDomain } from './read-manifest.ts'

/**
 * The integrations in a folder: each sub-folder with a `manifest.yaml`. The folder is read on every call;
 * concurrent calls of `list` share one read. A missing folder has none. `list` throws ProblemError
 * `integration.unreadable` or `integration.too-large` for the folder itself.
 */
export function createIntegrationFolders(folder: string): IntegrationCatalogue {
  let reading: Promise<readonly IntegrationFolder[]> | undefined
  return {
    list: () => {
      reading ??= readFolders(folder).finally(() => {
        reading = undefined
      })
      return reading
    },
    load: async (domain) => {
      if (!isDomain(domain)) return null
      const location = join(folder, domain)
      try {
        const status = await lstat(location)
        if (!status.isDirectory()) return { domain, problem: notFollowed(domain) }
      } catch (error) {
        return isAbsent(error) ? null : { domain, problem: invalidPath(domain, error) }
      }
      return readIntegration({ folder: location, domain, how: 'whole' })
    },
  }
}

async function readFolders(folder: string): Promise<readonly IntegrationFolder[]> {
  const found: IntegrationFolder[] = []
  for (const entry of await readEntries(folder)) {
    const { name } = entry
    if (name.startsWith('.') || entry.isFile()) continue
    if (!entry.isDirectory()) found.push({ domain: name, problem: notFollowed(name) })
    else if (!isDomain(name)) found.push({ domain: name, problem: badDomain(name) })
    else
      found.push(
        await readIntegration({ folder: join(folder, name), domain: name, how: 'outline' }),
      )
  }
  return found
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw new ProblemError(invalidPath(folder, error), { cause: error })
  })
  if (entries.length > integrationLimits.integrations) {
    const what = `at most ${integrationLimits.integrations} folders are read`
    throw new ProblemError(tooLarge(folder, what))
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1))
}

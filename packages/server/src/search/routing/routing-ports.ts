import {
  createVocabularyRegistry,
  type RoutingPorts,
  type SkillRouter,
} from '@repertoire/core/choose'
import type { Logger } from 'pino'
import { vocabulariesFolder } from '../../platform/system/default-folders.ts'
import { loadVocabularies } from './load-vocabularies.ts'

export interface RoutingOptions {
  readonly router: SkillRouter
  /** The operator's own folder of vocabularies, in addition to the bundled ones. */
  readonly vocabulariesDir: string | undefined
  /** Names of environment variables that skills may require (`requires_env`). */
  readonly envNames: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * The routing ports of this process. A variable counts as set when it is on the operator's list and not empty.
 */
export async function openRouting(options: RoutingOptions): Promise<RoutingPorts> {
  const { router, vocabulariesDir, envNames, env, logger } = options
  const folders =
    vocabulariesDir === undefined ? [vocabulariesFolder] : [vocabulariesFolder, vocabulariesDir]
  return {
    router,
    vocabularies: createVocabularyRegistry(await loadVocabularies(folders, logger)),
    env: new Set(envNames.filter((name) => Object.hasOwn(env, name) && env[name] !== '')),
    platform: process.platform,
  }
}

import { isProblemError } from '@repertoire/core/base'
import type { EmbeddingOptions } from '@repertoire/core/choose'
import type { BlobStore } from '@repertoire/core/ports'
import type { Logger } from 'pino'
import { sha256, systemClock } from '../platform/system/system-ports.ts'
import { systemTimers } from '../platform/system/timers.ts'
import { readVersion } from '../platform/system/version.ts'
import {
  createOpenAiEmbeddingModel,
  type OpenEmbeddingModel,
} from '../search/embedding-model/openai-embedding-model.ts'
import type { Config } from './config/config.ts'

interface OpenEmbedding {
  readonly options: EmbeddingOptions
  close(): Promise<void>
}

/** The configured embedding model. Undefined without one. Whether it answers is logged as soon as it is known. */
export function openEmbedding(
  config: Pick<Config, 'embeddingModel' | 'outboundAllow'>,
  vectors: BlobStore | undefined,
  logger: Logger,
): OpenEmbedding | undefined {
  const { embeddingModel: settings, outboundAllow } = config
  if (settings === undefined) return undefined
  const model = createOpenAiEmbeddingModel({ ...settings, outboundAllow, version: readVersion() })
  const stopped = new AbortController()
  void checkModel(model, { logger, signal: stopped.signal })
  return {
    options: {
      ...{ model, clock: systemClock, wait: systemTimers.wait },
      queryWaitMs: settings.queryWaitMs,
      storage: vectors && { vectors, sha256 },
      onError: (error) =>
        logger.warn(
          { problem: codeOf(error) },
          `skills are ranked by words until the embedding model answers: ${sayWhy(error)}`,
        ),
    },
    close: async () => {
      stopped.abort()
      await model.close()
    },
  }
}

async function checkModel(
  model: OpenEmbeddingModel,
  { logger, signal }: { readonly logger: Logger; readonly signal: AbortSignal },
): Promise<void> {
  try {
    await model.embed(['skill'], { kind: 'skill', signal })
    const { name, dimensions } = model
    logger.info({ model: name, dimensions }, 'names and descriptions of skills are embedded')
  } catch (error) {
    if (signal.aborted) return
    const said = `the embedding model cannot be used: ${sayWhy(error)}`
    logger.warn({ problem: codeOf(error), model: model.name }, said)
  }
}

/** One line without what was sent. */
function sayWhy(error: unknown): string {
  if (!isProblemError(error)) return 'an unexpected error'
  const { message, hint = '' } = error.problem
  return `${message} ${hint}`.trim()
}

function codeOf(error: unknown): string | undefined {
  return isProblemError(error) ? error.problem.code : undefined
}

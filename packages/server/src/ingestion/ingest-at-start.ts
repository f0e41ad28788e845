import {
  type IntegrationUpdatePorts,
  updateIntegrationsAtStart,
} from './integrations/update-at-start.ts'
import type { ModelReviews } from './model-review/create-model-reviews.ts'
import {
  bringSamplesAtStart,
  type SamplesPorts,
  type SamplesRequest,
} from './samples/samples-at-start.ts'

export interface IngestPorts extends IntegrationUpdatePorts, SamplesPorts {
  readonly modelReviews: Pick<ModelReviews, 'begun' | 'close'>
}

export interface IngestAtStart {
  /** Resolves when all is there, or a model has to read some of it: no start waits for a model. */
  readonly settled: Promise<void>
  /** Leaves what is not there yet for the next start. */
  stop(): Promise<void>
}

/** Brings in what is new on this machine: versions of integrations, then samples. */
export function ingestAtStart(app: IngestPorts, samples: SamplesRequest): IngestAtStart {
  const stopping = new AbortController()
  const ingest = async () => {
    await updateIntegrationsAtStart(app, stopping.signal)
    if (!stopping.signal.aborted) await bringSamplesAtStart(app, samples, stopping.signal)
  }
  const ingesting = ingest()
  return {
    settled: Promise.race([ingesting, app.modelReviews.begun]),
    stop: async () => {
      stopping.abort()
      app.modelReviews.close()
      await ingesting
    },
  }
}

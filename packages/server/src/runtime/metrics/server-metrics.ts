import { isProblemError } from '@repertoire/core/base'
import type { SegmentBuilder } from '@repertoire/core/choose'
import type { Run } from '@repertoire/core/domain'
import type { Model } from '@repertoire/core/ports'
import {
  Counter,
  collectDefaultMetrics,
  Histogram,
  type OpenMetricsContentType,
  Registry,
} from 'prom-client'
import type { Models } from '../models/select-model.ts'
import { type GaugeSources, registerGauges } from './gauges.ts'
import { methodLabel, modelErrorLabel, providerLabel, statusLabel } from './labels.ts'

/** What this process has done and does, for a scraper. Nothing in it names an organisation, a person or a skill. */
export interface ServerMetrics {
  /** Opens `/metrics`, and nothing else. */
  readonly token: string
  readonly contentType: string
  /** Everything in the text format of OpenMetrics; what is true only now is read from the sources. */
  text(sources: GaugeSources): Promise<string>
  requestEnded(request: EndedRequest): void
  runEnded(status: Run['status']): void
  /** The same models, whose calls are counted. */
  countedModels(models: Models): Models
  /** The same builder, whose work is measured. */
  measuredSegments<Builder extends SegmentBuilder>(builder: Builder): Builder
}

export interface EndedRequest {
  readonly method: string
  readonly status: number
  readonly seconds: number
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const modelSeconds = [0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300]
const buildSeconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30]

export function createServerMetrics(token: string): ServerMetrics {
  const registry = new Registry<OpenMetricsContentType>()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const readGauges = registerGauges(registry)
  const requests = new Histogram({
    ...{ name: 'repertoire_http_request_seconds', registers, buckets: requestSeconds },
    help: 'Time until a response begins, by method and class of status.',
    labelNames: ['method', 'status'],
  })
  const ended = new Counter({
    ...{ name: 'repertoire_runs_ended_total', registers },
    help: 'Runs that this process has brought to their end, by how they ended.',
    labelNames: ['status'],
  })
  const calls = new Histogram({
    ...{ name: 'repertoire_model_call_seconds', registers, buckets: modelSeconds },
    help: 'Duration of model calls, failed ones too, by provider.',
    labelNames: ['provider'],
  })
  const errors = new Counter({
    ...{ name: 'repertoire_model_errors_total', registers },
    help: 'Failed model calls, by provider and code of the problem.',
    labelNames: ['provider', 'code'],
  })
  const builds = new Histogram({
    ...{ name: 'repertoire_index_build_seconds', registers, buckets: buildSeconds },
    help: 'Time to build or merge segments of the search index.',
    labelNames: ['kind'],
  })

  const countedModel = (model: Model): Model => {
    const provider = providerLabel(model.provider)
    const step: Model['step'] = async (request, onText) => {
      const stop = calls.startTimer({ provider })
      try {
        return await model.step(request, onText)
      } catch (error) {
        const code = modelErrorLabel(isProblemError(error) ? error.problem.code : '')
        errors.inc({ provider, code })
        throw error
      } finally {
        stop()
      }
    }
    return Object.assign(Object.create(Object.getPrototypeOf(model)), model, { step })
  }

  return {
    ...{ token, contentType: registry.contentType },
    text: async (sources) => {
      await readGauges(sources)
      return registry.metrics()
    },
    requestEnded: ({ method, status, seconds }) =>
      requests.observe({ method: methodLabel(method), status: statusLabel(status) }, seconds),
    runEnded: (status) => ended.inc({ status }),
    countedModels: ({ default: usual, byId }) => ({
      default: countedModel(usual),
      byId: new Map([...byId].map(([id, model]) => [id, countedModel(model)])),
    }),
    measuredSegments: (builder) => ({
      ...builder,
      build: async (groups) => {
        const stop = builds.startTimer({ kind: 'build' })
        return builder.build(groups).finally(() => stop())
      },
      merge: async (parts) => {
        const stop = builds.startTimer({ kind: 'merge' })
        return builder.merge(parts).finally(() => stop())
      },
    }),
  }
}

import type { TraceBody } from '@repertoire/protocol'
import { buttonClass } from '../../shared/design/button.tsx'

const ended = new Set<TraceBody['runs'][number]['status']>(['completed', 'failed', 'cancelled'])

/** The trace as a file; for a collector once a turn has ended, and without what was said. */
export function ExportTrace({ trace }: { readonly trace: TraceBody }) {
  const { trace_id, runs } = trace
  const href = `/api/v1/traces/${encodeURIComponent(trace_id)}`
  return (
    <p className="flex flex-wrap gap-2">
      <a
        href={href}
        download={`trace-${trace_id}.json`}
        className={buttonClass('secondary', 'small')}
      >
        Export as JSON
      </a>
      {runs.some(({ status }) => ended.has(status)) && (
        <a
          href={`${href}/otlp`}
          download={`trace-${trace_id}.otlp.json`}
          title="By OpenTelemetry’s GenAI conventions, without messages, arguments and results"
          className={buttonClass('secondary', 'small')}
        >
          Export as OTLP
        </a>
      )}
    </p>
  )
}

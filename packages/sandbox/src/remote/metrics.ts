import type { SandboxHealth } from '../execution/execution.ts'

const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Metrics of an executor in the Prometheus text format. */
export class ExecutorMetrics {
  readonly #executions = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  readonly #durations = bounds.map(() => 0)
  #seconds = 0
  #count = 0

  execution(status: string, wallMs: number): void {
    this.#executions.set(status, (this.#executions.get(status) ?? 0) + 1)
    const seconds = wallMs / 1000
    this.#seconds += seconds
    this.#count += 1
    for (const [at, bound] of bounds.entries())
      if (seconds <= bound) this.#durations[at] = (this.#durations[at] ?? 0) + 1
  }

  refusal(code: string): void {
    this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + 1)
  }

  text(health: SandboxHealth, pendingBytes: number): string {
    const prefix = 'repertoire_sandbox'
    const family = (name: string, type: string, help: string, samples: readonly string[]) => [
      `# HELP ${prefix}_${name} ${help}`,
      `# TYPE ${prefix}_${name} ${type}`,
      ...samples.map((sample) => `${prefix}_${name}${sample}`),
    ]
    const labelled = (label: string, counts: ReadonlyMap<string, number>) =>
      [...counts].map(([value, number]) => `{${label}="${value}"} ${number}`)
    const lines = [
      family(
        'executions_total',
        'counter',
        'Finished executions, by status.',
        labelled('status', this.#executions),
      ),
      family(
        'refusals_total',
        'counter',
        'Rejected requests, by code.',
        labelled('code', this.#refusals),
      ),
      family('running', 'gauge', 'Running executions.', [` ${health.running}`]),
      family('queued', 'gauge', 'Queued executions.', [` ${health.queued}`]),
      family('warm', 'gauge', 'Warm sandboxes.', [` ${health.warm}`]),
      family('available', 'gauge', '1 when scripts can be run.', [` ${health.available ? 1 : 0}`]),
      family('held_bytes', 'gauge', 'Bytes of pending requests.', [` ${pendingBytes}`]),
      family('execution_seconds', 'histogram', 'Duration of executions.', [
        ...bounds.map((bound, at) => `_bucket{le="${bound}"} ${this.#durations[at]}`),
        `_bucket{le="+Inf"} ${this.#count}`,
        `_sum ${this.#seconds}`,
        `_count ${this.#count}`,
      ]),
    ]
    return `${lines.flat().join('\n')}\n`
  }
}

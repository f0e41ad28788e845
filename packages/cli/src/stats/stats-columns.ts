import type { StatsGroupBody, UsageNumbers } from '@repertoire/client'

type Cell = string | number | null

/** The columns of the CSV, in order. A rate has its n and its interval beside it. */
const columns: Readonly<Record<string, (numbers: UsageNumbers) => Cell>> = {
  activations: ({ activations }) => activations.total,
  activated_by_person: ({ activations }) => activations.by_person,
  activated_by_agent: ({ activations }) => activations.by_agent,
  activated_by_rule: ({ activations }) => activations.by_rule,
  offered: ({ offered }) => offered,
  best_rank: ({ best_rank }) => best_rank,
  ...rateColumns('taken'),
  runs_completed: ({ runs }) => runs.completed,
  runs_failed: ({ runs }) => runs.failed,
  runs_cancelled: ({ runs }) => runs.cancelled,
  ...rateColumns('success'),
  model_calls: ({ model_calls }) => model_calls,
  input_tokens: (numbers) => (hasTokens(numbers) ? numbers.input_tokens : null),
  output_tokens: (numbers) => (hasTokens(numbers) ? numbers.output_tokens : null),
  cached_tokens: ({ cached_tokens, calls_without_cached_tokens: without, model_calls: calls }) =>
    calls > 0 && without === calls ? null : cached_tokens,
  calls_without_tokens: ({ calls_without_tokens }) => calls_without_tokens,
  cost: ({ cost }) => cost,
  calls_without_cost: ({ calls_without_cost }) => calls_without_cost,
  mean_latency_ms: ({ mean_latency_ms }) => mean_latency_ms,
  latency_n: ({ latency }) => latency.n,
  ...percentileColumns('p50'),
  ...percentileColumns('p95'),
  tool_calls: ({ tool_calls }) => tool_calls,
  ...rateColumns('tool_failures'),
  approvals_asked: ({ approvals_asked }) => approvals_asked,
  ...rateColumns('approvals'),
  mean_answer_ms: ({ mean_answer_ms }) => mean_answer_ms,
  ...rateColumns('thumbs'),
}

/** False where no model call said how many there were: an unknown number is not 0. */
export function hasTokens({ model_calls: calls, calls_without_tokens: without }: UsageNumbers) {
  return calls === 0 || without < calls
}

type RateName = 'taken' | 'success' | 'tool_failures' | 'approvals' | 'thumbs'

function rateColumns(name: RateName): Readonly<Record<string, (numbers: UsageNumbers) => Cell>> {
  return {
    [`${name}_count`]: (numbers) => numbers[name].count,
    [`${name}_n`]: (numbers) => numbers[name].n,
    [`${name}_low`]: (numbers) => numbers[name].low,
    [`${name}_high`]: (numbers) => numbers[name].high,
  }
}

/** Empty where there are too few to say. */
function percentileColumns(
  name: 'p50' | 'p95',
): Readonly<Record<string, (numbers: UsageNumbers) => Cell>> {
  return {
    [`latency_${name}_ms`]: ({ latency }) => latency[name]?.ms ?? null,
    [`latency_${name}_low`]: ({ latency }) => latency[name]?.low ?? null,
    [`latency_${name}_high`]: ({ latency }) => latency[name]?.high ?? null,
  }
}

const keys = ['day', 'name', 'skill_id', 'digest', 'agent_id', 'model'] as const

export const csvHeader: readonly string[] = [...keys, ...Object.keys(columns)]

export function csvCells(group: StatsGroupBody): readonly Cell[] {
  const { numbers } = group
  return [
    ...keys.map((key) => group[key] ?? null),
    ...Object.values(columns).map((column) => column(numbers)),
  ]
}

import type { Api } from '../api.ts'

/** Of the calls in all conversations that ran a script to its end. */
export async function countScriptRuns(api: Api): Promise<number> {
  const { items } = await api.get<{ items: { id: string }[] }>('/conversations?limit=50')
  let count = 0
  for (const { id } of items) {
    const { events } = await api.get<{
      events: { event: string; data: Record<string, unknown> }[]
    }>(`/conversations/${id}/events?limit=200`)
    count += events.filter(
      ({ event, data }) =>
        event === 'tool_completed' &&
        data.name === 'run_skill_script' &&
        (data.outcome as { status: string }).status === 'ok',
    ).length
  }
  return count
}

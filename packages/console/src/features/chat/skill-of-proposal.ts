import type { ToolItem } from './conversation-view.ts'

/** What a `save_skill` call proposed; null for every other call, and for one that saved at once. */
export function skillOfProposal({
  call,
  outcome,
}: Pick<ToolItem, 'call' | 'outcome'>): { readonly id: string; readonly name: string } | null {
  if (call.name !== 'save_skill' || outcome?.status !== 'ok') return null
  const output: unknown = outcome.output
  if (typeof output !== 'object' || output === null) return null
  const { proposal_id: id, name } = output as Record<string, unknown>
  return typeof id === 'string' && typeof name === 'string' ? { id, name } : null
}

/** A skill body that competes for the prompt budget. */
export interface BudgetedBody {
  readonly slug: string
  /** 0 is shed last. */
  readonly priority: number
  /** Characters. */
  readonly contentLength: number
}

/**
 * Decides which bodies fit into the budget of a turn: sheds the lowest priority first until the rest fits, then
 * restores bodies that still fit, highest priority first. Ties by slug. Pure.
 */
export function shedBodies<Body extends BudgetedBody>(
  bodies: readonly Body[],
  budget: number,
): { readonly kept: readonly Body[]; readonly shed: readonly Body[] } {
  const order = [...bodies].sort(byPriority)
  const kept = new Set(order)
  let used = order.reduce((sum, body) => sum + body.contentLength, 0)
  for (const body of order.toReversed()) {
    if (used <= budget) break
    kept.delete(body)
    used -= body.contentLength
  }
  for (const body of order) {
    if (kept.has(body) || used + body.contentLength > budget) continue
    kept.add(body)
    used += body.contentLength
  }
  return {
    kept: bodies.filter((body) => kept.has(body)),
    shed: bodies.filter((body) => !kept.has(body)),
  }
}

function byPriority(a: BudgetedBody, b: BudgetedBody): number {
  if (a.priority !== b.priority) return a.priority - b.priority
  return a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0
}

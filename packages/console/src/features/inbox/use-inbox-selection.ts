import type { InboxEntryBody, InboxPageBody } from '@repertoire/protocol'
import { useState } from 'react'
import type { InboxFilters } from '../../shared/queries/inbox-queries.ts'
import { pendingCount } from './blocking-count.ts'
import type { ReasonCount } from './bulk-pane.tsx'
import { type Selection, useBulkDecision } from './use-bulk-decision.ts'

interface Listed {
  readonly filters: InboxFilters
  readonly entries: readonly InboxEntryBody[]
  readonly groups: InboxPageBody['groups']
}

type Chosen = Selection & { readonly under: string }

/** Only imports and updates are decided together: what a person or an agent wrote is answered for itself. Pure. */
export function canSelect({ kind, digest }: Pick<InboxEntryBody, 'kind' | 'digest'>): boolean {
  return digest !== null && (kind === 'import' || kind === 'update')
}

/** Which imports and updates are decided together: some, or all that match. It ends with the filters it was made under. */
export function useInboxSelection({ filters, entries, groups }: Listed) {
  const under = JSON.stringify(filters)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { run, start, undo, stop, dismiss } = useBulkDecision()
  const current = chosen?.under === under ? chosen : null
  const selectable = pendingCount(groups)
  const count = current === null ? 0 : current.of === 'all' ? selectable : current.items.size
  const clear = () => {
    setChosen(null)
    dismiss()
  }
  const toggle = (entry: InboxEntryBody) => {
    const { id, digest } = entry
    if (digest === null || !canSelect(entry)) return
    const loaded = entries.flatMap((one) =>
      one.digest && canSelect(one) ? [[one.id, one.digest] as const] : [],
    )
    const items = new Map(
      current?.of === 'all' ? loaded : current?.of === 'some' ? current.items : [],
    )
    if (!items.delete(id)) items.set(id, digest)
    setChosen(items.size > 0 ? { of: 'some', items, under } : null)
  }
  return {
    ...{ run, count, selectable, toggle, clear },
    all: current?.of === 'all',
    selectAll: () => setChosen({ of: 'all', filters, under }),
    has: (entry: InboxEntryBody) =>
      current !== null && canSelect(entry) && (current.of === 'all' || current.items.has(entry.id)),
    /** Lets go of the outcome of a decision that is over. */
    dismiss: () => {
      if (run && !run.running) clear()
    },
    pane: {
      ...{ count, run, onStop: stop, onClear: clear },
      onUndo: () => void undo(run?.progress?.decided ?? []),
      reasons: reasonsOf(current, { filters, entries, groups }),
      onDecide: (decision: 'approve' | 'reject', enable: boolean) => {
        if (current === null) return
        void start(current, { decision, enable })
        setChosen(null)
      },
    },
  }
}

function reasonsOf(chosen: Selection | null, { entries, groups }: Listed): readonly ReasonCount[] {
  if (chosen === null) return []
  const counts = new Map<string, number>()
  const add = (alike: string, count: number) => counts.set(alike, (counts.get(alike) ?? 0) + count)
  if (chosen.of === 'all') {
    for (const { kind, alike, count } of groups) {
      if (kind === 'import' || kind === 'update') add(alike, count)
    }
  } else {
    for (const { id, alike } of entries) if (chosen.items.has(id)) add(alike, 1)
  }
  return [...counts]
    .map(([alike, count]) => ({ alike, count }))
    .sort((one, other) => other.count - one.count)
}

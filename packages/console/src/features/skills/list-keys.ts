/** What a key does on a row of the list of skills. */
export type RowAction = 'next' | 'previous' | 'select' | 'peek' | 'edit' | 'delete'

const always: Readonly<Record<string, RowAction>> = { ArrowDown: 'next', ArrowUp: 'previous' }

const single: Readonly<Record<string, RowAction>> = {
  x: 'select',
  ' ': 'peek',
  e: 'edit',
  Delete: 'delete',
}

/** Changing what is there by one key is for whoever may write, and has not switched such keys off. */
export function rowAction(
  { key, modified }: { readonly key: string; readonly modified: boolean },
  { shortcuts, writable }: { readonly shortcuts: boolean; readonly writable: boolean },
): RowAction | null {
  if (modified) return null
  if (Object.hasOwn(always, key)) return always[key] ?? null
  if (!shortcuts || !Object.hasOwn(single, key)) return null
  const action = single[key] ?? null
  return writable || action === 'edit' || action === 'peek' ? action : null
}

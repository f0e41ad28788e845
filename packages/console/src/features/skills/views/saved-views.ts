import { useMemo, useSyncExternalStore } from 'react'
import type { SkillFilters } from '../../../shared/api/queries.ts'
import { skillsSearch } from '../../../shared/api/search-params.ts'

/** Filters, search and order of the list under a name. */
export interface SavedView {
  readonly name: string
  readonly filters: SkillFilters
}

export const maxViewName = 60
/** More than this is a list of its own. */
const maxViews = 50

const listeners = new Set<() => void>()

/** The views of one person in this browser; there is no such store on the server. */
const keyOf = (personId: string) => `repertoire.views.${personId}`

export function useSavedViews(personId: string): readonly SavedView[] {
  const stored = useSyncExternalStore(subscribe, () => readStored(personId))
  return useMemo(() => parseViews(stored), [stored])
}

/** Whatever stands in the storage: only what the address may say is taken from it. */
export function parseViews(stored: string | null): readonly SavedView[] {
  try {
    const value: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(value)) return []
    return value.flatMap(parseView).slice(0, maxViews)
  } catch {
    return []
  }
}

function parseView(value: unknown): readonly SavedView[] {
  if (typeof value !== 'object' || value === null) return []
  const { name, filters } = value as Record<string, unknown>
  if (typeof name !== 'string' || name.trim() === '') return []
  if (typeof filters !== 'object' || filters === null) return []
  const { peek: _, ...known } = skillsSearch(filters as Record<string, unknown>)
  return [{ name: name.slice(0, maxViewName), filters: known }]
}

export function changeViews(
  personId: string,
  change: (views: readonly SavedView[]) => readonly SavedView[],
): void {
  const views = change(parseViews(readStored(personId)))
  try {
    localStorage.setItem(keyOf(personId), JSON.stringify(views))
  } catch {
    // Without storage the address still has the view.
  }
  for (const listener of listeners) listener()
}

/** A view of the same name is replaced where it stands. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const isThere = views.some(({ name }) => name === view.name)
  if (isThere) return views.map((other) => (other.name === view.name ? view : other))
  return [...views, view].slice(-maxViews)
}

export function renamedView(
  views: readonly SavedView[],
  { from, to }: { readonly from: string; readonly to: string },
): readonly SavedView[] {
  return views.flatMap((view) => {
    if (view.name === from) return [{ ...view, name: to }]
    return view.name === to ? [] : [view]
  })
}

/** Whether the list is as the view has it. */
export function isShown(view: SavedView, filters: SkillFilters): boolean {
  return keyOfFilters(view.filters) === keyOfFilters(filters)
}

function keyOfFilters(filters: SkillFilters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return JSON.stringify(given.sort(([one], [other]) => one.localeCompare(other)))
}

function readStored(personId: string): string | null {
  try {
    return localStorage.getItem(keyOf(personId))
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

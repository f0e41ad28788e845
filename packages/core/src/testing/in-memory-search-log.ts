import type { LoggedQuery } from '../domain/search-log.ts'
import type { SearchLogStore } from '../ports/search-log.ts'
import { compareText, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemorySearchLog({ loggedSearches: rows }: InMemoryTenant): SearchLogStore {
  return {
    record: async (search, maxQueries) => {
      const { day, query, surface } = search
      const key = JSON.stringify([day, query, surface])
      const known = rows.get(key)
      const ofDay = [...rows.values()].filter((row) => row.day === day)
      if (!known && ofDay.length >= maxQueries) return
      rows.set(key, { ...search, searches: (known?.searches ?? 0) + 1 })
    },
    list: async ({ fromDay, minSearches, limit }) => {
      const found = new Map<string, LoggedQuery>()
      for (const { day, query, surface, searches, results } of rows.values()) {
        if (day < fromDay) continue
        const sum = found.get(query) ?? {
          ...{ query, searches: 0, bySurface: { page: 0, cli: 0, agent: 0 } },
          ...{ lastDay: day, results },
        }
        const isLater = day > sum.lastDay || (day === sum.lastDay && results > sum.results)
        found.set(query, {
          ...{ query, searches: sum.searches + searches },
          bySurface: { ...sum.bySurface, [surface]: sum.bySurface[surface] + searches },
          ...(isLater ? { lastDay: day, results } : { lastDay: sum.lastDay, results: sum.results }),
        })
      }
      return [...found.values()]
        .filter(({ searches }) => searches >= minSearches)
        .sort(
          (a, b) =>
            Number(a.results > 0) - Number(b.results > 0) ||
            b.searches - a.searches ||
            compareText(a.query, b.query),
        )
        .slice(0, limit)
    },
    removeBefore: async (before) => {
      const old = [...rows].filter(([, { day }]) => day < before)
      for (const [key] of old) rows.delete(key)
      return old.length
    },
  }
}

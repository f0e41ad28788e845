import { type AdvisoryStore, mayReplace } from '../ports/advisories.ts'
import { compareLatest, type InMemoryTenant } from './in-memory-state.ts'

export function createInMemoryAdvisories({
  advisoryLists,
  advisoryExceptions,
}: InMemoryTenant): AdvisoryStore {
  return {
    lists: async () => [...advisoryLists.values()].sort((a, b) => (a.owner < b.owner ? -1 : 1)),
    put: async (list) => {
      advisoryLists.set(list.owner, list)
    },
    record: async (list) => {
      if (!mayReplace(advisoryLists.get(list.owner) ?? null, list)) return false
      advisoryLists.set(list.owner, list)
      return true
    },
    remove: async (owner) => advisoryLists.delete(owner),
    exceptions: async () =>
      [...advisoryExceptions.values()].sort((a, b) =>
        compareLatest([a.at, a.digest], [b.at, b.digest]),
      ),
    except: async (exception) => {
      advisoryExceptions.set(exception.digest, exception)
    },
    removeException: async (digest) => advisoryExceptions.delete(digest),
  }
}

/** The names that clients of the older protocol gave when they introduced themselves, by key: later requests have none. */
export interface ClientNames {
  remember(keyId: string, name: string): void
  of(keyId: string): string | undefined
}

/** More would be kept for nothing: a name is only shown. */
const most = 1_000

export function createClientNames(): ClientNames {
  const names = new Map<string, string>()
  return {
    remember: (keyId, name) => {
      names.delete(keyId)
      names.set(keyId, name)
      const [oldest] = names.keys()
      if (names.size > most && oldest !== undefined) names.delete(oldest)
    },
    of: (keyId) => names.get(keyId),
  }
}
